// The package in Node: how it loads, what it refuses, and that it does not leak.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import * as ids from "idwasm";
import { scru128FromHuid, scru128FromUlid, scru128FromUuidTime } from "idwasm/uuid";

const { Huid, IdError, Scru128, huid, huidMany, scru128, scru128Many } = ids;
const require = createRequire(import.meta.url);
const refused = (code, call) => assert.throws(call, (error) => error instanceof IdError && error.code === code);

test("every entry loads in CommonJS with the names of its ES module", async () => {
  for (const entry of ["", "/huid", "/scru128", "/uuid", "/backfill", "/generator", "/collision"].map((name) => `idwasm${name}`)) {
    const names = Object.keys(await import(entry)).filter((name) => name !== "default" && name !== "module.exports");
    assert.deepEqual(Object.keys(require(entry)).sort(), names.sort(), entry);
  }
  const cjs = require("idwasm");
  assert.match(cjs.scru128(), /^[0-9A-V]{26}$/);
  assert.equal(cjs.Scru128.parse(cjs.scru128()).compareTo(cjs.Scru128.generate()), -1);
});

test("counts, integers and times are checked, never cut", () => {
  for (const wrong of [-1, 1.5, NaN, Infinity, 2 ** 32, "3", 3n, undefined, null]) {
    refused("RANGE", () => huidMany(wrong));
    refused("RANGE", () => scru128Many(wrong));
  }
  for (const wrong of [-1n, 1n << 63n, 1n << 64n, 5, "5", undefined]) refused("RANGE", () => new Huid(wrong));
  for (const wrong of [-1n, 1n << 128n, 5, "5", undefined]) refused("RANGE", () => new Scru128(wrong));
  for (const wrong of [-1, 2 ** 21, 0.5, "0", 0n]) refused("RANGE", () => Huid.fromFields(1767225600000, wrong));
  for (const wrong of [-1, 2 ** 28, 0.5]) refused("RANGE", () => Scru128.fromFields(0, wrong, 0, 0));
  for (const wrong of [NaN, 0, 1.5 + 1767225600000, "2026", new Date(NaN), undefined]) {
    refused("TIME", () => Huid.firstAt(wrong));
    refused("TIME", () => Scru128.lastAt(wrong));
  }
  for (const wrong of [5, null, undefined, {}, ["0"], 5n]) {
    refused("TYPE", () => Huid.parse(wrong));
    refused("TYPE", () => Scru128.parse(wrong));
    assert.equal(Huid.isValid(wrong), false);
  }
  // What makes no text, or runs code where it is to make one.
  const odd = [Symbol("s"), Object.create(null), { toString() { throw new Error("toString was called"); } }, ["0"], () => 1];
  for (const wrong of odd) {
    refused("RANGE", () => new Huid(wrong));
    refused("RANGE", () => huidMany(wrong));
    refused("RANGE", () => Scru128.fromFields(0, wrong, 0, 0));
    refused("TIME", () => Huid.firstAt(wrong));
    refused("BYTES", () => Scru128.fromBytes(wrong));
    refused("TYPE", () => Scru128.parse(wrong));
    refused("UUID", () => Scru128.fromUuid(wrong));
  }
  for (const wrong of [...odd, ["00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2"], undefined, null, 5]) {
    refused("UUID", () => Scru128.fromUuid(wrong));
    refused("UUID", () => scru128FromUuidTime(wrong));
    refused("ULID", () => scru128FromUlid(wrong));
    refused("TYPE", () => scru128FromHuid(wrong));
  }
  for (const wrong of [{ getTime: 5 }, { getTime: () => "1767225600000" }]) refused("TIME", () => Huid.firstAt(wrong));
  refused("BYTES", () => Huid.fromBytes(new Uint16Array(8)));
  refused("BYTES", () => Huid.fromBytes({ length: 8, [Symbol.toStringTag]: "Uint8Array" }));
  refused("BYTES", () => Huid.fromBytes([0, 0, 0, 0, 0, 0, 0, 0]));
  refused("BYTES", () => Scru128.fromBytes(new Uint8Array(15)));
  refused("RANGE", () => Huid.fromBytes(new Uint8Array(8).fill(255)));
  refused("UUID", () => Scru128.fromUuid("00d2fb00-3ddb-7f58-cbbe-5cf2f04425b"));
  assert.deepEqual([huidMany(0), scru128Many(0)], [[], []]);
  assert.deepEqual([huidMany(65).length, scru128Many(129).length], [65, 129]);
});

test("letters that become digits in upper case are none", () => {
  // U+017F becomes S, U+0131 becomes I, and U+212A becomes k.
  for (const letter of ["\u017f", "\u0131", "\u212a"]) {
    refused("ULID", () => scru128FromUlid(`01HZZ3NDEKT${letter}V4RRFFQ69G5FAV`));
    refused("TEXT_DIGIT", () => Scru128.parse(`00QBTG0FERF${letter}CCNFISUBO489DI`));
    refused("UUID", () => Scru128.fromUuid(`00d2fb00-3ddb-7f58-cbbe-5cf2f04425b${letter}`));
  }
  assert.equal(scru128FromUlid("01hzz3ndektsv4rrffq69g5fav").unixMs, scru128FromUlid("01HZZ3NDEKTSV4RRFFQ69G5FAV").unixMs);
});

test("dates and bytes of another realm", () => {
  const other = runInNewContext('({ date: new Date("2026-11-15T23:17:12.814Z"), bytes: new Uint8Array(16).fill(1) })');
  assert.ok(!(other.date instanceof Date) && !(other.bytes instanceof Uint8Array));
  assert.equal(Huid.firstAt(other.date).value, 57795480783945728n);
  assert.equal(`${Scru128.firstAt(other.date)}`, "0350OP6VN00000000000000000");
  assert.equal(Huid.fromBytes(other.bytes.subarray(8)).value, 0x0101010101010101n);
  assert.equal(Scru128.fromBytes(other.bytes).value, 0x01010101010101010101010101010101n);
  assert.equal(Scru128.fromBytes(Buffer.alloc(16, 1)).value, 0x01010101010101010101010101010101n);
});

test("a clock that shows no number", () => {
  const { now } = Date;
  try {
    for (const wrong of [1893456000000n, Symbol("now"), "1893456000000", null, { valueOf: () => scru128() }]) {
      Date.now = () => wrong;
      for (const make of [huid, scru128, () => huidMany(2), () => scru128Many(2), Huid.generate, Scru128.generate])
        refused("TIME", make);
    }
  } finally {
    Date.now = now;
  }
});

test("an ES module and CommonJS have the same generator, and the same classes", async () => {
  const cjs = require("idwasm");
  let last = scru128();
  for (let i = 0; i < 1000; i++) {
    const next = (i % 2 ? ids : cjs).scru128();
    assert.ok(last < next);
    last = next;
  }
  for (const entry of ["", "/huid", "/scru128", "/uuid", "/backfill", "/generator", "/collision"].map((name) => `idwasm${name}`)) {
    const [esm, required] = [await import(entry), require(entry)];
    for (const name of Object.keys(required)) assert.equal(esm[name], required[name], `${entry} ${name}`);
  }
  assert.ok(Scru128.parse(last).equals(cjs.Scru128.parse(last)));
});

test("a host without TextDecoder", () => {
  const code = `
    delete globalThis.TextDecoder;
    const { Huid, Scru128, huid, scru128, scru128Many } = await import("idwasm");
    const made = [...Array.from({ length: 100 }, scru128), ...scru128Many(1000), scru128()];
    if (new Set(made).size != 1101 || made.some((text, i) => i && made[i - 1] >= text)) throw new Error("they do not rise");
    console.log(made.every(Scru128.isValid), Huid.parse(String(huid())).value > 0n);`;
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }), "true true\n");
});

test("bounds of a time", () => {
  // 2026-11-15T23:17:12.814Z
  const time = new Date(1794784632814);
  assert.equal(Huid.firstAt(time).value, 57795480783945728n);
  assert.equal(Huid.lastAt(time).value, 57795480783945728n + 2n ** 21n - 1n);
  assert.equal(`${Scru128.firstAt(time)}`, "0350OP6VN00000000000000000");
  assert.equal(Scru128.lastAt(time).succ().value, Scru128.firstAt(time.getTime() + 1).value);
  assert.deepEqual(Huid.firstAt(time).date, time);
});

test("ids are immutable, ordered, and have ends", () => {
  const id = Scru128.generate();
  assert.throws(() => { id.value = 1n; }, TypeError);
  assert.ok(id.equals(Scru128.parse(`${id}`)) && !id.equals(new Huid(1n)) && !id.equals(undefined));
  for (const wrong of [new Huid(1n), `${id}`, id.value, { value: 1n }, null, undefined]) refused("TYPE", () => id.compareTo(wrong));
  // Of 9 and 10, the texts are in another order than the integers.
  assert.ok(new Huid(9n) < new Huid(10n) && new Huid(10n) > new Huid(9n) && `${new Huid(9n)}` === "9");
  assert.ok(Scru128.parse("00000000000000000000000009") < Scru128.parse("0000000000000000000000000A"));
  assert.equal(new Huid(Huid.MAX).succ(), undefined);
  assert.equal(new Scru128(0n).pred(), undefined);
  assert.ok(new Scru128(0n).isReserved && new Scru128(Scru128.MAX).isReserved && !id.isReserved);
  assert.equal(JSON.stringify({ id: new Huid(5n) }), '{"id":"5"}');
});

test("ids rise in whatever way they are made, with a clock that stands, goes on, goes back or fails", () => {
  const { now } = Date;
  const made = [];
  const take = (count) => {
    for (let i = 0; i < count; i++) made.push(scru128());
  };
  try {
    // 2030 and on: after all that was made before.
    for (const [unixMs, count] of [[1893456000000, 50], [1893456000001, 1], [1893456000002, 3], [1893456000001, 3], [1893456000002, 40]]) {
      Date.now = () => unixMs;
      take(count);
      made.push(`${Scru128.generate()}`);
      take(2);
      made.push(...scru128Many(3));
      take(count);
    }
    // Of those made ahead for one reading of the clock, none is handed out at another.
    take(5);
    for (const unixMs of [0, 0, NaN]) {
      Date.now = () => unixMs;
      refused("TIME", scru128);
    }
    Date.now = () => 1893456000009;
    assert.equal(Scru128.parse(scru128()).unixMs, 1893456000009);
  } finally {
    Date.now = now;
  }
  assert.deepEqual(made, [...new Set(made)].sort());
  // Back to the present, which is further back than is counted through.
  assert.ok(Math.abs(Scru128.parse(scru128()).unixMs - Date.now()) < 60_000);
});

test("static methods can be handed on", () => {
  const texts = scru128Many(3);
  const all = texts.map(Scru128.parse);
  assert.deepEqual([...texts, "no id"].filter(Scru128.isValid), texts);
  assert.deepEqual(all.map((id) => id.toBytes()).map(Scru128.fromBytes), all);
  assert.deepEqual(all.map((id) => id.toUuid()).map(Scru128.fromUuid), all);
  const huids = huidMany(3).map((id) => new Huid(id));
  assert.deepEqual(huids.map((id) => id.toBytes()).map(Huid.fromBytes), huids);
  assert.deepEqual(["1", "x"].filter(Huid.isValid), ["1"]);
});

test("messages say what was expected, what was found, and where", () => {
  for (const [call, message] of [
    [() => Scru128.parse("00SCT4FL89WQPRVN44C41RGVMM"), /"W" at position 10, expected one of 0-9A-V/],
    [() => Scru128.parse("036z951mhjikzik2gsl81gr7l"), /26 digits, found 25, as SCRU128 version 2 has/],
    [() => Scru128.parse("00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2"), /found 36, as a UUID has/],
    [() => Huid.parse("25803_7077"), /"_" at position 5, expected one of 0-9/],
    [() => new Huid(-1n), /from 0 to 9223372036854775807, found bigint -1/],
    [() => Huid.firstAt(0), /2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z, found Unix 0 ms/],
    // What is quoted is cut, and nothing is asked to make a text of itself.
    [() => Scru128.fromUuid("x".repeat(1000)), /found x{40}$/],
    [() => Huid.fromFields(1767225600000, 10n ** 60n), /found bigint 10{39}$/],
    [() => new Huid(Object.create(null)), /found object object$/],
  ]) assert.throws(call, message);
});

test("nothing is drawn at load time, and without randomness there is no id", () => {
  const script = (before, after) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", `
      let calls = 0;
      const own = crypto.getRandomValues.bind(crypto);
      Object.defineProperty(globalThis, "crypto", { configurable: true, value: { getRandomValues: (a) => (calls++, own(a)) } });
      Math.random = () => { throw new Error("Math.random was called"); };
      ${before}
      const { huid, scru128, scru128Many } = await import("idwasm");
      ${after}`], { encoding: "utf8" }).trim();
  assert.equal(script("", "console.log(calls)"), "0");
  // 32 KiB a call: the first id, then one call for every 8192 words.
  assert.equal(script("", "huid(); const first = calls; for (let i = 0; i < 40960; i++) huid(); console.log(first, calls)"), "1 6");
  const missing = `for (const make of [huid, scru128, () => scru128Many(2)]) try { make(); console.log("made"); } catch (error) { console.log(error.code); }`;
  for (const without of ["undefined", "{}", "{ getRandomValues() { throw new Error('none'); } }"]) {
    const before = `Object.defineProperty(globalThis, "crypto", { value: ${without} });`;
    assert.equal(script(before, missing), "RANDOMNESS\nRANDOMNESS\nRANDOMNESS", without);
  }
  // It is asked for again, and ids go on.
  const recovers = `
    let works = false;
    crypto.getRandomValues = (a) => { if (!works) throw new Error("none"); return own(a); };
    try { scru128(); } catch (error) { console.log(error.cause.message); }
    works = true;
    console.log(scru128().length);`;
  assert.equal(script("", recovers), "none\n26");
});

test("a million ids of four workers differ, and rise within each", async () => {
  const source = `
    const { parentPort } = require("node:worker_threads");
    const { scru128, scru128Many } = require("idwasm");
    const all = [];
    for (let i = 0; i < 50; i++) {
      for (let j = 0; j < 2500; j++) all.push(scru128());
      all.push(...scru128Many(2500));
    }
    parentPort.postMessage(all.join(""));`;
  const work = () =>
    new Promise((resolve, reject) =>
      new Worker(source, { eval: true }).once("message", resolve).once("error", reject));
  const texts = await Promise.all([work(), work(), work(), work()]);
  const seen = new Set();
  for (const text of texts) {
    let last = "";
    for (let i = 0; i < text.length; i += 26) {
      const id = text.slice(i, i + 26);
      assert.ok(last < id);
      last = id;
      seen.add(id);
    }
  }
  assert.equal(seen.size, 1_000_000);
});

test("ten million objects leave nothing behind", () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  const used = () => {
    gc();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  };
  const make = (count) => {
    let sum = 0n;
    for (let i = 0; i < count; i++) sum ^= (i & 1 ? Huid : Scru128).generate().value;
    return sum;
  };
  make(100_000);
  const before = used();
  make(10_000_000);
  const grown = used() - before;
  assert.ok(grown < 2 ** 20, `${grown} bytes more`);
});
