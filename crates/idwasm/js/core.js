// The module, and all that touches it or its memory. The layout is that of src/shared.rs, and the
// statuses are those of src/status.rs.
import { fail, range, show } from "./error.js";
import { draw } from "./random.js";
import { missing, module } from "./wasm.js";

/** So many random words are brought at a time; behind them stands how many of them are left. */
const LEFT = 8192;
let wasm = missing;
let out, words, texts, decoder;

/** Takes the compiled module into use, once. No random values are drawn. */
export const start = (module) => {
  wasm = new WebAssembly.Instance(module).exports;
  const memory = wasm.memory.buffer;
  const at = wasm.shared();
  out = new BigUint64Array(memory, at);
  words = new Uint32Array(memory, at + 2088, LEFT + 1);
  texts = new Uint8Array(memory, at + 34860);
  // jsdom, for one, has none.
  decoder = globalThis.TextDecoder && new TextDecoder();
};

if (module) start(module);

export const HUID_EPOCH = 1767225600000;
export const SCRU128_EPOCH = 1577836800000;
const HUID = ["HUID", HUID_EPOCH, 6165272111103];
const SCRU128 = ["SCRU128", SCRU128_EPOCH, 19170022844415];
// No generator uses the first and the last millisecond.
const SCRU128_CLOCK = ["SCRU128", 1577836800001, 19170022844414];

const outside = ([what, first, last], found) =>
  fail("TIME", `${what} times are ${new Date(first).toJSON()} to ${new Date(last).toJSON()}, found Unix ${show(found)} ms`);

/** What a clock shows, where it is a number: the module would make one of another value, or throw. */
const clock = (window, now = Date.now()) => (typeof now == "number" ? now : outside(window, now));

/** A time in Unix milliseconds or as a `Date`, also one of another realm, in Unix milliseconds. */
export const msOf = (time) => (typeof time?.getTime == "function" ? time.getTime() : time);

/** Such a time as milliseconds since the start of a window. */
const since = (window, time) => {
  const [, first, last] = window;
  const unixMs = msOf(time);
  return Number.isInteger(unixMs) && unixMs >= first && unixMs <= last ? unixMs - first : outside(window, unixMs);
};

export const huidTime = (time) => since(HUID, time);
export const scru128Time = (time) => since(SCRU128, time);

/** Mends what a status says, so that the call can be made again, or throws. */
const mend = (status, window, now) => {
  if (status != -2) outside(window, now);
  draw(words);
  words[LEFT] = LEFT;
};

/** 32 random bits. */
export const randomWord = () => {
  // Beyond `LEFT` where a source that fails has written before it did.
  if (!words[LEFT] || words[LEFT] > LEFT) mend(-2);
  const at = LEFT - words[LEFT]--;
  const word = words[at];
  words[at] = 0;
  return word;
};

/** The time for a HUID. */
export const huidNow = () => clock(HUID);

export const huid = () => {
  const now = clock(HUID);
  let id;
  while ((id = wasm.huid(now)) < 0n) mend(id, HUID, now);
  return id;
};

export const huidMany = (count) => {
  const ids = Array(range("count", count, 2 ** 32 - 1));
  for (let i = 0; i < count; ) {
    const now = clock(HUID);
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
  const bytes = texts.subarray(0, 26 * count);
  return decoder ? decoder.decode(bytes) : String.fromCharCode(...bytes);
};

export const scru128 = () => {
  const now = clock(SCRU128_CLOCK);
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
    const texts = read(write(clock(SCRU128_CLOCK), Math.min(256, count - i)));
    for (let j = 0; j < texts.length; ) ids[i++] = texts.slice(j, (j += 26));
  }
  return ids;
};

/** A new id as an integer. */
export const generate = () => {
  write(clock(SCRU128_CLOCK), 1);
  return (out[0] << 64n) | out[1];
};

/** Where the module's generator is. */
let state;

/**
 * Lends the module another generator's state, and its last words, for one call. All that it is given is
 * numbers, so no code but this runs until what was lent is back.
 */
const lend = (own, drawn, now, abort) => {
  state ??= new Uint8Array(wasm.memory.buffer, wasm.shared() + 2048, 40);
  const before = state.slice();
  const kept = words.slice(-4);
  try {
    state.set(own);
    if (drawn) {
      words.set(drawn, LEFT - drawn.length);
      words[LEFT] = drawn.length;
    }
    const status = wasm.scru128(now, 1, abort);
    if (status > 0) own.set(state);
    return status;
  } finally {
    state.set(before);
    if (drawn) words.set(kept, LEFT - 3);
  }
};

/**
 * A new id, as an integer, of the generator with this state, at the time `now`, and of the randomness of
 * `nextWord` where given. With `abort`, a clock that has gone back a long way is an error.
 */
export const generateAs = (own, nextWord, now, abort) => {
  if (typeof now != "number") outside(SCRU128_CLOCK, now);
  const word = () => range("a word of randomness", nextWord(), 2 ** 32 - 1);
  // An error leaves the generator as it was: again with one more word, until they are enough.
  const drawn = nextWord && [word()];
  for (let status; (status = lend(own, drawn, now, abort)) < 0; )
    if (status == -4) fail("ROLLBACK", `the clock, at Unix ${now} ms, is more than 10 s behind the last id`);
    else if (drawn && status == -2) drawn.push(word());
    else mend(status, SCRU128_CLOCK, now);
  return (out[0] << 64n) | out[1];
};

/** The state of a generator that has made no id. */
export const newState = () => new Uint8Array(40);
