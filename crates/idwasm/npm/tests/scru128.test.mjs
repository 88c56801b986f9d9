// idwasm/scru128: the interface of version 1 of the package scru128.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mock, test } from "node:test";
import { runInNewContext } from "node:vm";
import * as api from "idwasm/scru128";

const require = createRequire(import.meta.url);
const { Scru128Generator, Scru128Id, TIMESTAMP_BIAS, scru128, scru128String, setLogger } = api;

const withClock = (unixMs, call) => {
  const clock = mock.method(Date, "now", () => unixMs);
  try {
    return call(clock.mock);
  } finally {
    clock.mock.restore();
  }
};
/** A source of the words 1, 2, 3, ... and how many were drawn. */
const counting = () => ({ drawn: 0, nextUint32() { return ++this.drawn; } });

test("the names are all there, and no other", () => {
  const names = ["Scru128Generator", "Scru128Id", "TIMESTAMP_BIAS", "scru128", "scru128String", "setLogger"];
  assert.deepEqual(Object.keys(api).sort(), names);
  assert.equal(TIMESTAMP_BIAS, Date.UTC(2020, 0, 1));
});

test("the prepared cases", () => {
  const max = [2 ** 44 - 1, 2 ** 28 - 1, 2 ** 24 - 1, 2 ** 32 - 1];
  for (const [fields, text] of [
    [[0, 0, 0, 0], "00000000000000000000000000"],
    [[max[0], 0, 0, 0], "7VVVVVVVVG0000000000000000"],
    [[0, max[1], 0, 0], "000000000FVVVVU00000000000"],
    [[0, 0, max[2], 0], "000000000000001VVVVS000000"],
    [[0, 0, 0, max[3]], "00000000000000000003VVVVVV"],
    [max, "7VVVVVVVVVVVVVVVVVVVVVVVVV"],
  ]) {
    const a = Scru128Id.fromFields(...fields);
    const b = Scru128Id.fromString(text);
    assert.ok(a.equals(b) && a.compareTo(b) === 0 && a !== b);
    for (const id of [a, b, a.clone(), Scru128Id.fromHex(a.toHex()), Scru128Id.fromArrayBuffer(a.toArrayBuffer())]) {
      assert.deepEqual([id.timestamp, id.counter, id.perSecRandom, id.perGenRandom], fields);
      assert.equal(`${id}`, text);
      assert.equal(JSON.stringify(id), `"${text}"`);
      assert.match(id.toHex(), /^0x[0-9a-f]{32}$/);
      assert.equal(id.toArrayBuffer().byteLength, 16);
    }
  }
  assert.equal(Scru128Id.fromString("00QBTG0FERFTCCNFISUBO489DI").toHex(), "0x00d2fb003ddb7f58cbbe5cf2f04425b2");
  assert.ok(Scru128Id.fromHex("00D2FB003DDB7F58CBBE5CF2F04425B2").equals(Scru128Id.fromString("00qbtg0ferftccnfisubo489di")));
});

test("hexadecimal numbers without and with more leading zeros", () => {
  const id = Scru128Id.fromString("00QBTG0FERFTCCNFISUBO489DI");
  for (const hex of [BigInt(id.toHex()).toString(16), `0x${"0".repeat(40)}d2fb003ddb7f58cbbe5cf2f04425b2`]) {
    assert.ok(Scru128Id.fromHex(hex).equals(id));
  }
  assert.equal(`${Scru128Id.fromHex("0")}`, "00000000000000000000000000");
});

test("what is no id", () => {
  for (const wrong of [
    () => Scru128Id.fromString("00QBTG0FERFTCCNFISUBO489D"),
    () => Scru128Id.fromString("80000000000000000000000000"),
    () => Scru128Id.fromString(" 0QBTG0FERFTCCNFISUBO489DI"),
    () => Scru128Id.fromHex("0x00d2fb003ddb7f58cbbe5cf2f04425bg"),
    () => Scru128Id.fromHex("0x100d2fb003ddb7f58cbbe5cf2f04425b2"),
    () => Scru128Id.fromHex("0x"),
    () => Scru128Id.fromHex(""),
    () => Scru128Id.fromHex(" 1"),
    () => Scru128Id.fromHex("-1"),
    ...[Symbol("id"), Object.create(null), { toString() { throw new Error("toString was called"); } }, ["1"], 5, 5n, null, undefined].flatMap(
      (odd) => [() => Scru128Id.fromHex(odd), () => Scru128Id.fromString(odd)],
    ),
  ]) assert.throws(wrong, SyntaxError);
  for (const wrong of [
    () => Scru128Id.fromFields(2 ** 44, 0, 0, 0),
    () => Scru128Id.fromFields(0, 2 ** 28, 0, 0),
    () => Scru128Id.fromFields(0, 0, 2 ** 24, 0),
    () => Scru128Id.fromFields(0, 0, 0, 2 ** 32),
    () => Scru128Id.fromFields(0, -1, 0, 0),
    () => Scru128Id.fromFields(0, 1.5, 0, 0),
    () => Scru128Id.fromFields(NaN, 0, 0, 0),
    () => Scru128Id.fromArrayBuffer(new ArrayBuffer(15)),
    () => Scru128Id.fromFields(Symbol("field"), 0, 0, 0),
    ...[16, "0".repeat(16), Array(16).fill(0), new Uint16Array(16), new Uint8Array(15), { byteLength: 16 }, { length: 16 }, null, undefined, Symbol("bytes")].map(
      (odd) => () => Scru128Id.fromArrayBuffer(odd),
    ),
  ]) assert.throws(wrong, RangeError);
});

test("bytes in a buffer, a view, or of another realm", () => {
  const buffer = Scru128Id.fromString("00QBTG0FERFTCCNFISUBO489DI").toArrayBuffer();
  const inner = new Uint8Array([9, ...new Uint8Array(buffer), 9]).subarray(1, 17);
  const other = runInNewContext("(bytes) => new Uint8Array(bytes).buffer")([...new Uint8Array(buffer)]);
  for (const bytes of [buffer, inner, new DataView(buffer), new Uint16Array(buffer), other, new Uint8Array(other)]) {
    assert.equal(`${Scru128Id.fromArrayBuffer(bytes)}`, "00QBTG0FERFTCCNFISUBO489DI");
  }
});

test("ids are compared with those of another copy, by their fields", () => {
  const [id, next] = [Scru128Id.fromFields(1, 2, 3, 4), Scru128Id.fromFields(1, 2, 3, 5)];
  const copy = { timestamp: 1, counter: 2, perSecRandom: 3, perGenRandom: 4 };
  assert.ok(id.equals(copy) && !next.equals(copy));
  assert.deepEqual([id.compareTo(copy), next.compareTo(copy), id.compareTo(next)], [0, 1, -1]);
  for (const wrong of [null, undefined, 5, "id", {}, { ...copy, counter: 2 ** 28 }, { ...copy, counter: Symbol("2") }]) {
    for (const call of [() => id.equals(wrong), () => id.compareTo(wrong)])
      assert.throws(call, { name: "TypeError", message: /expected an id, or an object with its four fields/ });
  }
  assert.equal(require("idwasm/scru128").Scru128Id, Scru128Id);
});

test("fields are read-only", () => {
  const id = scru128();
  assert.throws(() => { id.counter = 1; }, TypeError);
});

test("words are drawn in the order counter, per-second, per-id, each where it is renewed", () => {
  const rng = counting();
  const generator = new Scru128Generator(rng);
  const fields = (unixMs) => withClock(unixMs, () => {
    const id = generator.generate();
    return [id.timestamp, id.counter, id.perSecRandom, id.perGenRandom];
  });
  assert.deepEqual(fields(TIMESTAMP_BIAS + 5000), [5000, 1, 2, 3]);
  // The same millisecond: one word, the counter up by one.
  assert.deepEqual(fields(TIMESTAMP_BIAS + 5000), [5000, 2, 2, 4]);
  // A small step back.
  assert.deepEqual(fields(TIMESTAMP_BIAS + 4000), [5000, 3, 2, 5]);
  // A new millisecond of the same second, and of the next.
  assert.deepEqual(fields(TIMESTAMP_BIAS + 5001), [5001, 6, 2, 7]);
  assert.deepEqual(fields(TIMESTAMP_BIAS + 6001), [6001, 8, 9, 10]);
  assert.equal(rng.drawn, 10);
});

test("words of any size are cut to the fields, as unsigned", () => {
  const generator = new Scru128Generator({ nextUint32: () => 0xffffffff });
  const id = withClock(TIMESTAMP_BIAS + 1, () => generator.generate());
  assert.deepEqual([id.counter, id.perSecRandom, id.perGenRandom], [0xfffffff, 0xffffff, 0xffffffff]);
  // The counter is at its end: the next millisecond, at once.
  assert.equal(withClock(TIMESTAMP_BIAS + 1, () => generator.generate()).timestamp, 2);
});

test("generators do not disturb each other, nor what a source calls", () => {
  const own = { nextUint32: () => (scru128String(), scru128(), 7) };
  const [a, b, c] = [new Scru128Generator(own), new Scru128Generator(), new Scru128Generator(counting())];
  let last = [a, b, c].map((generator) => generator.generate());
  let text = scru128String();
  for (let i = 0; i < 2000; i++) {
    const next = [a, b, c].map((generator) => generator.generate());
    next.forEach((id, k) => assert.ok(id.compareTo(last[k]) > 0));
    last = next;
    const nextText = scru128String();
    assert.ok(text < nextText);
    text = nextText;
  }
  assert.equal(last[0].perGenRandom, 7);
});

test("a source that throws leaves the generator as it was", () => {
  let broken = false;
  const generator = new Scru128Generator({ nextUint32() { if (broken) throw new Error("broken"); return 3; } });
  withClock(TIMESTAMP_BIAS + 9, () => {
    assert.equal(generator.generate().counter, 3);
    broken = true;
    assert.throws(() => generator.generate(), /broken/);
    broken = false;
    assert.equal(generator.generate().counter, 4);
  });
  assert.throws(() => new Scru128Generator({}), TypeError);
  // What it throws is thrown, of whatever class.
  const thrower = (error) => new Scru128Generator({ nextUint32() { throw error; } });
  for (const error of [new Error("own"), "a text", undefined]) {
    let caught = "nothing";
    try { thrower(error).generate(); } catch (found) { caught = found; }
    assert.equal(caught, error);
  }
});

test("a word that is none, and a clock outside the window, are RangeErrors that change nothing", () => {
  let word = 7;
  const generator = new Scru128Generator({ nextUint32: () => word });
  let ran = false;
  const before = scru128();
  withClock(TIMESTAMP_BIAS + 9, () => {
    assert.equal(generator.generate().counter, 7);
    for (const wrong of [-1, 2 ** 32, 0.5, NaN, "1", 1n, Symbol("1"), null, undefined, { valueOf() { ran = true; return 1; } }]) {
      word = wrong;
      assert.throws(() => generator.generate(), RangeError);
    }
    word = 9;
    assert.deepEqual([generator.generate().counter, ran], [8, false]);
  });
  for (const unixMs of [0, TIMESTAMP_BIAS, 19170022844415, NaN, 1893456000000n, Symbol("now"), { valueOf: () => (ran = true) }]) {
    withClock(unixMs, () => {
      for (const make of [scru128, scru128String, () => generator.generate()]) assert.throws(make, RangeError);
    });
  }
  assert.ok(!ran && before.compareTo(scru128()) < 0);
});

test("a clock that goes back a long way resets, and the logger hears of it", () => {
  const heard = [];
  const logger = { error() {}, info() {}, warn: (message) => heard.push(message) };
  setLogger(logger);
  try {
    const generator = new Scru128Generator(counting());
    withClock(TIMESTAMP_BIAS + 60_000, () => generator.generate());
    assert.equal(withClock(TIMESTAMP_BIAS + 50_000, () => generator.generate()).timestamp, 60_000);
    assert.equal(heard.length, 0);
    assert.equal(withClock(TIMESTAMP_BIAS + 49_999, () => generator.generate()).timestamp, 49_999);
    assert.equal(heard.length, 1);
    // Those of the module itself as well, in whatever way they are made.
    for (const [make, again] of [[scru128, scru128], [scru128String, scru128], [scru128, scru128String], [scru128String, scru128String]]) {
      heard.length = 0;
      const [present, later] = [Date.now(), Date.now() + 60_000];
      withClock(later, make);
      assert.equal(heard.length, 0);
      withClock(present, again);
      assert.equal(heard.length, 1);
    }
  } finally {
    setLogger(undefined);
  }
});
