// The module, and all that touches it or its memory. The layout is that of src/shared.rs, and the
// statuses are those of src/status.rs.
import { fail, range } from "./error.js";
import { draw } from "./random.js";
import { module } from "./wasm.js";

let wasm, out, state, words, left, texts, text, decoder;

/** Takes the compiled module into use, once. No random values are drawn. */
export const start = (module) => {
  if (wasm) return;
  wasm = new WebAssembly.Instance(module).exports;
  const memory = wasm.memory.buffer;
  const at = wasm.shared();
  out = new BigUint64Array(memory, at, 256);
  state = new Uint8Array(memory, at + 2048, 40);
  words = new Uint32Array(memory, at + 2088, 8192);
  left = new Uint32Array(memory, at + 34856, 1);
  texts = new Uint8Array(memory, at + 34860, 256 * 26);
  text = texts.subarray(0, 26);
  decoder = new TextDecoder();
};

if (module) start(module);

export const HUID_EPOCH = 1767225600000;
export const SCRU128_EPOCH = 1577836800000;
const HUID = ["HUID", HUID_EPOCH, 6165272111103];
const SCRU128 = ["SCRU128", SCRU128_EPOCH, 19170022844415];
// No generator uses the first and the last millisecond.
const SCRU128_CLOCK = ["SCRU128", 1577836800001, 19170022844414];

const outside = ([what, first, last], found) => {
  const [from, to] = [first, last].map((unixMs) => new Date(unixMs).toJSON());
  fail("TIME", `the time of a ${what} must be ${from} to ${to} (Unix ${first} to ${last} ms), found Unix ${String(found)} ms`);
};

/** A time in Unix milliseconds or as a `Date`, as milliseconds since the start of a window. */
const since = (window, time) => {
  const [, first, last] = window;
  const unixMs = time instanceof Date ? time.getTime() : time;
  return Number.isInteger(unixMs) && unixMs >= first && unixMs <= last ? unixMs - first : outside(window, unixMs);
};

export const huidTime = (time) => since(HUID, time);
export const scru128Time = (time) => since(SCRU128, time);

const refill = () => {
  draw(words);
  left[0] = 8192;
};

/** 32 random bits. */
export const randomWord = () => {
  if (!left[0]) refill();
  const at = 8192 - left[0]--;
  const word = words[at];
  words[at] = 0;
  return word;
};

/** Mends what a status says, so that the call can be made again, or throws. */
const mend = (status, window, now) => (status == -2 ? refill() : outside(window, now));

export const huid = () => {
  const now = Date.now();
  let id;
  while ((id = wasm.huid(now)) < 0n) mend(id, HUID, now);
  return id;
};

export const huidMany = (count) => {
  const ids = Array(range("count", count, 2 ** 32 - 1));
  for (let i = 0; i < count; ) {
    const now = Date.now();
    const n = Math.min(256, count - i);
    for (let status; (status = wasm.huid_many(now, n)); ) mend(status, HUID, now);
    for (let j = 0; j < n; ) ids[i++] = out[j++];
  }
  return ids;
};

// Texts that were made at one reading of the clock: those from `at` on are to be handed out while it
// stands still.
let batch = "";
let at = 0;
let batchMs, size;

/** Writes the texts of new ids, so many or fewer. What was made before is not handed out any more. */
const write = (now, count) => {
  batch = "";
  let made;
  while ((made = wasm.scru128(now, count, 0)) < 0) mend(made, SCRU128_CLOCK, now);
  return made;
};

/** So many texts that are in memory, as one. */
const read = (count) => {
  // One is read faster than `decoder` starts.
  const t = text;
  return count > 1
    ? decoder.decode(texts.subarray(0, 26 * count))
    : String.fromCharCode(
        t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], t[10], t[11], t[12],
        t[13], t[14], t[15], t[16], t[17], t[18], t[19], t[20], t[21], t[22], t[23], t[24], t[25],
      );
};

export const scru128 = () => {
  const now = Date.now();
  if (now != batchMs || at >= batch.length) {
    // Twice as many each time in a millisecond: who makes few makes none in vain. A text that is
    // kept keeps those that were made with it, 416 bytes.
    size = now == batchMs ? Math.min(2 * size, 16) : 1;
    batchMs = now;
    batch = read(write(now, size));
    at = 0;
  }
  return batch.slice(at, (at += 26));
};

export const scru128Many = (count) => {
  const ids = Array(range("count", count, 2 ** 32 - 1));
  for (let i = 0; i < count; ) {
    const texts = read(write(Date.now(), Math.min(256, count - i)));
    for (let j = 0; j < texts.length; ) ids[i++] = texts.slice(j, (j += 26));
  }
  return ids;
};

const id = () => (out[0] << 64n) | out[1];

/** A new id as an integer. */
export const generate = () => {
  write(Date.now(), 1);
  return id();
};

/** Lends the module another generator's state, and its last words, for one call. */
const lend = (own, drawn, now, abort) => {
  const before = state.slice();
  const [count, kept] = [left[0], words.slice(-3)];
  state.set(own);
  if (drawn) {
    words.set(drawn, 8192 - drawn.length);
    left[0] = drawn.length;
  }
  const status = wasm.scru128(now, 1, abort);
  if (status > 0) own.set(state);
  state.set(before);
  if (drawn) {
    words.set(kept, 8189);
    left[0] = count;
  }
  return status;
};

/**
 * A new id, as an integer, of the generator with this state, at the time `now`, and of the randomness of
 * `nextWord` where given. With `abort`, a clock that has gone back a long way is an error.
 */
export const generateAs = (own, nextWord, now, abort) => {
  // An error leaves the generator as it was: again with one more word, until they are enough.
  const drawn = nextWord && [nextWord()];
  for (let status; (status = lend(own, drawn, now, abort)) < 0; )
    if (status == -4) fail("ROLLBACK", `the clock, at Unix ${now} ms, is more than 10 s behind the last id`);
    else if (drawn && status == -2) drawn.push(nextWord());
    else mend(status, SCRU128_CLOCK, now);
  return id();
};

/** The state of a generator that has made no id. */
export const newState = () => new Uint8Array(40);
