// The module, and all that touches it or its memory. The layout is that of src/shared.rs.
import { fail, range } from "./error.js";
import { module } from "./wasm.js";

let wasm, out, numbers, state, fresh, words, left, texts, text, decoder;

/** Takes the compiled module into use, once. No random values are drawn. */
export const start = (module) => {
  if (wasm) return;
  wasm = new WebAssembly.Instance(module).exports;
  const memory = wasm.memory.buffer;
  const at = wasm.shared();
  out = new BigUint64Array(memory, at, 64);
  numbers = new Float64Array(memory, at, 5);
  state = new Uint8Array(memory, at + 512, 40);
  fresh = state.slice();
  words = new Uint32Array(memory, at + 552, 1024);
  left = new Uint32Array(memory, at + 4648, 1);
  texts = new Uint8Array(memory, at + 4652, 64 * 26);
  text = texts.subarray(0, 26);
  decoder = new TextDecoder();
};

if (module) start(module);

/** A time in Unix milliseconds or as a `Date`, as milliseconds since the epoch of a window. */
const since = (what, time, first, last) => {
  const unixMs = time instanceof Date ? time.getTime() : time;
  return Number.isInteger(unixMs) && unixMs >= first && unixMs <= last
    ? unixMs - first
    : fail("TIME", `the time of a ${what} must be ${new Date(first).toJSON()} to ${new Date(last).toJSON()} (Unix ${first} to ${last} ms), found Unix ${String(unixMs)} ms`);
};

const HUID_EPOCH = 1767225600000;
const SCRU128_EPOCH = 1577836800000;

export const huidTime = (time) => since("HUID", time, HUID_EPOCH, HUID_EPOCH + 2 ** 42 - 1);
export const scru128Time = (time) => since("SCRU128", time, SCRU128_EPOCH, SCRU128_EPOCH + 2 ** 44 - 1);

const refill = () => {
  try {
    crypto.getRandomValues(words);
  } catch (cause) {
    fail("RANDOMNESS", "crypto.getRandomValues gives no randomness here", undefined, cause);
  }
  left[0] = 1024;
};

/** 32 random bits. */
export const randomWord = () => {
  if (!left[0]) refill();
  const at = 1024 - left[0]--;
  const word = words[at];
  words[at] = 0;
  return word;
};

/** Mends what a status says, so that the call can be made again, or throws. */
const mend = (status, now, check) => {
  if (status != 2) {
    // The clock says the fraction of a millisecond, or it is in the window and reserved.
    check(Math.floor(now));
    fail("TIME", `the ids of the clock's time, Unix ${now} ms, are reserved`);
  }
  refill();
};

const id = () => (out[0] << 64n) | out[1];

export const huid = () => {
  const now = Date.now();
  let id;
  while ((id = wasm.huid(now)) < 0n) mend(-Number(id), now, huidTime);
  return id;
};

export const huidMany = (count) => {
  const ids = Array(range("count", count, 2 ** 32 - 1));
  for (let i = 0; i < count; ) {
    const now = Date.now();
    const n = Math.min(64, count - i);
    for (let status; (status = wasm.huid_many(now, n)); ) mend(status, now, huidTime);
    for (let j = 0; j < n; ) ids[i++] = out[j++];
  }
  return ids;
};

/** Writes the texts of so many new ids. What was made before is not handed out any more. */
const write = (now, count) => {
  batch = "";
  for (let status; (status = wasm.scru128_text(now, count)); ) mend(status, now, scru128Time);
};

/** So many texts that are in memory, as one. */
const readBatch = (count) => decoder.decode(texts.subarray(0, 26 * count));

/** The text that is in memory; `decoder` would take longer for one. */
const read = () => {
  const t = text;
  return String.fromCharCode(
    t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], t[10], t[11], t[12],
    t[13], t[14], t[15], t[16], t[17], t[18], t[19], t[20], t[21], t[22], t[23], t[24], t[25],
  );
};

// Texts that were made at one reading of the clock: those from `at` on are to be handed out while it
// stands still.
let batch = "";
let at, batchMs, size;

export const scru128 = () => {
  const now = Date.now();
  if (now == batchMs) {
    if (at < batch.length) return batch.slice(at, (at += 26));
    // Twice as many each time in a millisecond: who makes few makes none in vain. A text that is
    // kept keeps those that were made with it, 416 bytes.
    size = Math.min(2 * size, 16);
  } else size = 1;
  batchMs = now;
  write(now, size);
  if (size < 2) return read();
  batch = readBatch(size);
  return batch.slice(0, (at = 26));
};

export const scru128Many = (count) => {
  const ids = Array(range("count", count, 2 ** 32 - 1));
  for (let i = 0; i < count; ) {
    const n = Math.min(64, count - i);
    write(Date.now(), n);
    const texts = readBatch(n);
    for (let j = 0; j < 26 * n; ) ids[i++] = texts.slice(j, (j += 26));
  }
  return ids;
};

/** A new id as an integer. */
export const generate = () => {
  const now = Date.now();
  batch = "";
  for (let status; (status = wasm.scru128(now)); ) mend(status, now, scru128Time);
  return id();
};

/** Lends the module another generator's state, and its last words, for one call. */
const lend = (own, drawn, now) => {
  const before = state.slice();
  const [count, kept] = [left[0], words.slice(-3)];
  state.set(own);
  if (drawn) {
    words.set(drawn, 1024 - drawn.length);
    left[0] = drawn.length;
  }
  const status = wasm.scru128(now);
  if (!status) own.set(state);
  state.set(before);
  if (drawn) {
    words.set(kept, 1021);
    left[0] = count;
  }
  return status;
};

/** A new id of the generator with this state, and of the randomness of `nextWord` where given. */
export const generateAs = (own, nextWord) => {
  const now = Date.now();
  // An error leaves the generator as it was: again with one more word, until they are enough.
  const drawn = nextWord && [nextWord()];
  for (let status; (status = lend(own, drawn, now)); )
    if (drawn && status == 2) drawn.push(nextWord());
    else mend(status, now, scru128Time);
  return id();
};

/** The state of a generator that has made no id. */
export const newState = () => fresh.slice();

export const huidFrom = (time, random) =>
  wasm.huid_from(huidTime(time) + HUID_EPOCH, range("random", random, 2 ** 21 - 1));

/** Unix milliseconds and the random part. */
export const huidFields = (id) => {
  wasm.huid_fields(id);
  return numbers;
};

export const scru128From = (timestamp, counter, perSecRandom, perGenRandom) => {
  wasm.scru128_from(
    range("timestamp", timestamp, 2 ** 44 - 1),
    range("counter", counter, 2 ** 28 - 1),
    range("perSecRandom", perSecRandom, 2 ** 24 - 1),
    range("perGenRandom", perGenRandom, 2 ** 32 - 1),
  );
  return id();
};

/** Timestamp, counter, per-second and per-id randomness, Unix milliseconds. */
export const scru128Fields = (id) => {
  // The border takes the lower 64 bits of each.
  wasm.scru128_fields(id >> 64n, id);
  return numbers;
};

export const scru128Text = (id) => {
  wasm.scru128_encode(id >> 64n, id);
  return read();
};

/** The id of a text of 26 characters, or nothing. */
export const scru128Parse = (source) => {
  // A character of several bytes may be left out at the end.
  const { written } = new TextEncoder().encodeInto(source, text);
  return written < 26 || wasm.scru128_parse() ? undefined : id();
};
