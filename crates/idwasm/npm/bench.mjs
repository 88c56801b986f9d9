// Measures the installed package beside its peers, interleaved in one run: called by
// `cargo xtask bench wasm`. What counts is the ratio of medians, on one machine at one time. With a
// file after the crate's folder, it saves there what it finds, in the form of `bench/src/results.rs`.
import { randomBytes, randomFillSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { v4, v7 } from "uuid";

const require = createRequire(join(import.meta.dirname, "consumer", "x.js"));
const { huid, huidMany, scru128, scru128Many } = await import(pathToFileURL(require.resolve("idwasm").replace("cjs", "esm")).href);

/** How version 1 of the package scru128 makes a text in Node: eight words of randomness at a time, an
 * object of four numbers that are checked, and digits one by one. Written from its documentation. */
const scru128InJavaScript = (() => {
  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
  const LIMITS = [2 ** 44, 2 ** 28, 2 ** 24, 2 ** 32];
  class Id {
    constructor(...fields) {
      if (!fields.every((field, i) => Number.isInteger(field) && field >= 0 && field < LIMITS[i])) throw new RangeError();
      [this.timestamp, this.counter, this.perSecond, this.perId] = fields;
    }
    toString() {
      // Pieces of 30 bits below the first eight, each of six digits.
      const pieces = [
        Math.floor(this.timestamp / 0x40) & 0x3fffffff,
        ((this.timestamp % 0x40) << 24) | (this.counter >>> 4),
        ((this.counter & 0xf) << 26) | (this.perSecond << 2) | (this.perId >>> 30),
        this.perId & 0x3fffffff,
      ];
      let text = "";
      for (let i = 3; i >= 0; i--) {
        let piece = pieces[i];
        for (let j = 0; j < 6; j++) {
          text = DIGITS.charAt(piece & 31) + text;
          piece >>>= 5;
        }
      }
      const first = Math.floor(this.timestamp / 0x1000000000);
      return DIGITS.charAt(first >>> 5) + DIGITS.charAt(first & 31) + text;
    }
  }
  const buffer = new Uint32Array(8);
  let at = buffer.length;
  const word = () => {
    if (at >= buffer.length) {
      randomFillSync(buffer);
      at = 0;
    }
    return buffer[at++];
  };
  let [last, counter, second, perSecond] = [0, 0, 0, 0];
  return () => {
    const now = Date.now();
    if (now > last) {
      last = now;
      counter = word() >>> 4;
    } else counter++;
    if (last - second > 1000) {
      second = last;
      perSecond = word() >>> 8;
    }
    return new Id(last - 1577836800000, counter, perSecond, word()).toString();
  };
})();

/** How the package @howionlabs/huid makes an id: BigInt arithmetic, three random bytes a call. */
const huidInJavaScript = () => {
  const time = BigInt(Date.now()) - 1767225600000n;
  if (time < 0n || time > 0x3ff_ffff_ffffn) throw new Error("outside the window");
  return (time << 21n) | BigInt(randomBytes(3).readUIntBE(0, 3) & 0x1fffff);
};

const BULK = 10_000;
/** Name, what makes ids, and how many a call makes. */
const CANDIDATES = [
  ["scru128 1.x's method", scru128InJavaScript, 1],
  ["idwasm scru128()", scru128, 1],
  ["idwasm scru128Many(10000)", () => scru128Many(BULK), BULK],
  ["crypto.randomUUID()", () => crypto.randomUUID(), 1],
  ["uuid v7", () => v7(), 1],
  ["uuid v4", () => v4(), 1],
  ["Date.now() alone", () => Date.now(), 1],
  ["@howionlabs/huid's method", huidInJavaScript, 1],
  ["idwasm huid()", huid, 1],
  ["idwasm huidMany(10000)", () => huidMany(BULK), BULK],
];

let sink = 0;
/** Nanoseconds per id. Each text is looked at, so that it has to be there as a whole. */
const measure = (make, perCall) => {
  const calls = perCall > 1 ? 20 : 100_000;
  const look = (id) => (sink += typeof id == "string" ? id.charCodeAt(id.length - 1) : 1);
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) {
    const made = make();
    if (perCall > 1) for (const id of made) look(id);
    else look(made);
  }
  return Number(process.hrtime.bigint() - start) / (calls * perCall);
};

const times = CANDIDATES.map(() => []);
for (let round = 0; round < 15; round++) {
  CANDIDATES.forEach(([, make, perCall], i) => {
    const time = measure(make, perCall);
    // The first rounds are for the compiler.
    if (round > 3) times[i].push(time);
  });
}
for (const all of times) all.sort((a, b) => a - b);
const at = (all, percent) => all[Math.floor(((all.length - 1) * percent) / 100)];
const result = Object.fromEntries(CANDIDATES.map(([name], i) => [name, at(times[i], 50)]));
for (const [name, ns] of Object.entries(result)) console.log(`${name.padEnd(28)} ${ns.toFixed(1).padStart(8)} ns`);

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
console.log();
for (const [ours, theirs, wanted] of TARGETS)
  console.log(`${ours} is ${(result[theirs] / result[ours]).toFixed(1)} times as fast as ${theirs} (aim: ${wanted})`);
console.log(`Node ${process.version}, ${CANDIDATES.length} candidates interleaved, ${sink > 0 ? "all" : "no"} ids looked at`);

const file = process.argv[3];
if (file) {
  const rows = [["machine", `Node ${process.version}`, "WebAssembly"]];
  CANDIDATES.forEach(([name], i) => rows.push(["figure", "npm", name, ...[10, 50, 90].map((percent) => at(times[i], percent).toFixed(3))]));
  for (const [ours, theirs, wanted] of TARGETS)
    rows.push(["target", "npm", ours, theirs, (1 / wanted).toFixed(4), (result[ours] / result[theirs]).toFixed(4), ""]);
  writeFileSync(file, rows.map((row) => row.join("\t") + "\n").join(""));
}
