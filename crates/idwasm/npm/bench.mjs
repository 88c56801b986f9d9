// Measures the installed package beside its peers, interleaved in one run: called by
// `cargo xtask bench wasm`. What counts are the ratios of what is measured within a round, a second at
// most: of these the median. With a file after the crate's folder, it saves there what it finds, in the
// form of `bench/src/results.rs`.
import { randomBytes, randomFillSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { v4, v7 } from "uuid";

const require = createRequire(join(import.meta.dirname, "consumer", "x.js"));
const { huid, huidMany, scru128, scru128Many } = await import(pathToFileURL(require.resolve("idwasm").replace("cjs", "esm")).href);

/**
 * How version 1 of the package scru128 makes a text in Node, step for step: eight words of randomness at
 * a time, an object of four numbers that are each checked, and digits put together one by one.
 */
const scru128InJavaScript = (() => {
  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
  const isField = (value, limit) => Number.isInteger(value) && value >= 0 && value < limit;
  class Id {
    constructor(timestamp, counter, perSecRandom, perGenRandom) {
      this.timestamp = timestamp;
      this.counter = counter;
      this.perSecRandom = perSecRandom;
      this.perGenRandom = perGenRandom;
      if (!isField(timestamp, 2 ** 44) || !isField(counter, 2 ** 28)) throw new RangeError();
      if (!isField(perSecRandom, 2 ** 24) || !isField(perGenRandom, 2 ** 32)) throw new RangeError();
    }
    toString() {
      // Below the first two digits, four pieces of 30 bits.
      const pieces = [
        (this.timestamp / 0x40) & 0x3fffffff,
        ((this.timestamp % 0x40) << 24) | (this.counter >>> 4),
        ((this.counter & 0xf) << 26) | (this.perSecRandom << 2) | (this.perGenRandom >>> 30),
        this.perGenRandom & 0x3fffffff,
      ];
      let text = "";
      for (let i = 3; i >= 0; i--) {
        let piece = pieces[i];
        for (let j = 0; j < 6; j++) {
          text = DIGITS.charAt(piece & 31) + text;
          piece >>>= 5;
        }
      }
      const first = Math.trunc(this.timestamp / 0x1000000000);
      return DIGITS.charAt(first >>> 5) + DIGITS.charAt(first & 31) + text;
    }
  }
  class Words {
    buffer = new Uint32Array(8);
    at = 8;
    next() {
      if (this.at >= this.buffer.length) {
        randomFillSync(this.buffer);
        this.at = 0;
      }
      return this.buffer[this.at++];
    }
  }
  class Generator {
    last = 0;
    counter = 0;
    second = 0;
    perSecRandom = 0;
    words = new Words();
    generate() {
      const now = Date.now();
      if (now > this.last) {
        this.last = now;
        this.counter = this.words.next() >>> 4;
      } else if (++this.counter >= 2 ** 28) throw new Error("it would wait for the next millisecond");
      if (this.last - this.second > 1000) {
        this.second = this.last;
        this.perSecRandom = this.words.next() >>> 8;
      }
      return new Id(this.last - 1577836800000, this.counter, this.perSecRandom, this.words.next());
    }
  }
  const generator = new Generator();
  return () => generator.generate().toString();
})();

/** How the package @howionlabs/huid makes an id: BigInt arithmetic, three random bytes a call. */
const huidInJavaScript = () => {
  const time = BigInt(Date.now()) - 1767225600000n;
  if (time < 0n || time > 0x3ff_ffff_ffffn) throw new Error("outside the window");
  return (time << 21n) | BigInt(randomBytes(3).readUIntBE(0, 3) & 0x1fffff);
};

const BULK = 10_000;
/** Name, what makes ids, what they are, and how many a call makes. */
const CANDIDATES = [
  ["scru128 1.x's method", scru128InJavaScript, "text", 1],
  ["idwasm scru128()", scru128, "text", 1],
  ["idwasm scru128Many(10000)", () => scru128Many(BULK), "text", BULK],
  ["crypto.randomUUID()", () => crypto.randomUUID(), "text", 1],
  ["uuid v7", () => v7(), "text", 1],
  ["uuid v4", () => v4(), "text", 1],
  ["Date.now() alone", () => Date.now(), "number", 1],
  ["@howionlabs/huid's method", huidInJavaScript, "number", 1],
  ["idwasm huid()", huid, "number", 1],
  ["idwasm huidMany(10000)", () => huidMany(BULK), "number", BULK],
];

/** Each text is looked at, so that it has to be there as a whole. */
const LOOK = { text: "id.charCodeAt(25)", number: "1" };
/** A loop over calls that give one id, which is kept for a while, so that it has to be made. */
const one = (look) => `
  let sum = 0;
  for (let i = 0; i < calls; i++) {
    const id = (kept[i & 63] = make());
    sum += ${look};
  }
  return sum;`;
/** A loop over calls that give many. */
const many = (look) => `
  let sum = 0;
  for (let i = 0; i < calls; i++) {
    const ids = make();
    for (let j = 0; j < ids.length; j++) {
      const id = ids[j];
      sum += ${look};
    }
  }
  return sum;`;
// A loop of its own for each, as in a program that makes one kind of id: a loop that all went through
// would be compiled for the types of all, and take longest with the quickest. The name in it is there
// because V8 has one function for equal texts.
const loops = CANDIDATES.map(([name, , kind, perCall]) =>
  new Function("make", "calls", "kept", `${(perCall > 1 ? many : one)(LOOK[kind])} // ${name}`));

let sink = 0;
/** Nanoseconds per id. */
const measure = (loop, make, perCall) => {
  const calls = perCall > 1 ? 10 : 50_000;
  const kept = Array(64).fill(undefined);
  const start = process.hrtime.bigint();
  sink += loop(make, calls, kept);
  return Number(process.hrtime.bigint() - start) / (calls * perCall);
};

const times = {};
for (let round = 0; round < 60; round++) {
  CANDIDATES.forEach(([name, make, , perCall], i) => {
    const time = measure(loops[i], make, perCall);
    // The first rounds are for the compiler.
    if (round >= 10) (times[name] ??= []).push(time);
  });
}
const at = (all, percent) => {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.floor(((sorted.length - 1) * percent) / 100)];
};
for (const [name, all] of Object.entries(times)) console.log(`${name.padEnd(28)} ${at(all, 50).toFixed(1).padStart(8)} ns`);

/** Ours, a peer, and how many times as fast as that ours is to be. */
const TARGETS = [
  ["idwasm scru128()", "scru128 1.x's method", 7],
  ["idwasm scru128()", "crypto.randomUUID()", 1],
  ["idwasm scru128()", "uuid v7", 20],
  ["idwasm scru128Many(10000)", "scru128 1.x's method", 30],
  ["idwasm scru128Many(10000)", "uuid v7", 20],
  ["idwasm huid()", "@howionlabs/huid's method", 30],
  ["idwasm huidMany(10000)", "@howionlabs/huid's method", 30],
];
/** What ours takes of what the peer takes, in the median of the rounds. */
const ratio = (ours, theirs) => at(times[ours].map((time, round) => time / times[theirs][round]), 50);
console.log();
for (const [ours, theirs, wanted] of TARGETS)
  console.log(`${ours} is ${(1 / ratio(ours, theirs)).toFixed(1)} times as fast as ${theirs} (aim: ${wanted})`);
console.log(`Node ${process.version}, ${CANDIDATES.length} candidates interleaved, ${sink > 0 ? "all" : "no"} ids looked at`);

const file = process.argv[3];
if (file) {
  const rows = [["machine", `Node ${process.version}`, "WebAssembly"]];
  for (const [name, all] of Object.entries(times)) rows.push(["figure", "npm", name, ...[10, 50, 90].map((percent) => at(all, percent).toFixed(3))]);
  for (const [ours, theirs, wanted] of TARGETS)
    rows.push(["target", "npm", ours, theirs, (1 / wanted).toFixed(4), ratio(ours, theirs).toFixed(4), ""]);
  writeFileSync(file, rows.map((row) => row.join("\t") + "\n").join(""));
}
