// The interface of version 1 of the package scru128, on the same module as everything else.
import { generateAs, newState, scru128 as generate } from "./core.js";
import { IdError, matches, show } from "./error.js";
import { Scru128 } from "./index.js";

export const TIMESTAMP_BIAS = 1577836800000;

let logger;

/** The one thing to log: that order was given up. Nothing here waits for the clock. */
export const setLogger = (newLogger) => {
  logger = newLogger;
};

/** Tells the logger, where an id is not greater than the last. */
const tell = (last, next) => {
  if (next < last) logger?.warn("generator reset: the clock has gone back by more than 10 s");
};

/** Makes an error of the class that programs written for that package expect. */
const as = (Type, make) => {
  try {
    return make();
  } catch (cause) {
    // Missing randomness is no fault of an argument, nor is what a source of the caller's throws.
    throw cause instanceof IdError && cause.code != "RANDOMNESS" ? new Type(cause.message, { cause }) : cause;
  }
};

const ofFields = (timestamp, counter, perSecRandom, perGenRandom) =>
  Scru128.fromFields(timestamp, counter, perSecRandom, perGenRandom);

export class Scru128Id {
  #id;
  constructor(id) {
    this.#id = id;
    const { timestamp, counter, perSecRandom, perGenRandom } = id;
    Object.assign(this, { timestamp, counter, perSecRandom, perGenRandom });
    Object.freeze(this);
  }
  /** The id of an object of this class, or of one with the same fields, such as another copy of it makes. */
  static #of(other) {
    if (#id in Object(other)) return other.#id;
    const { timestamp, counter, perSecRandom, perGenRandom } = Object(other);
    try {
      return ofFields(timestamp, counter, perSecRandom, perGenRandom);
    } catch (cause) {
      throw new TypeError(`expected an id, or an object with its four fields: ${cause.message}`, { cause });
    }
  }
  static fromFields(timestamp, counter, perSecRandom, perGenRandom) {
    return new Scru128Id(as(RangeError, () => ofFields(timestamp, counter, perSecRandom, perGenRandom)));
  }
  static fromString(value) {
    return new Scru128Id(as(SyntaxError, () => Scru128.parse(value)));
  }
  static fromHex(value) {
    // `BigInt.prototype.toString` writes no leading zeros.
    if (!matches(/^(?:0x)?0*[\da-f]{1,32}$/i, value))
      throw new SyntaxError(`expected up to 32 hexadecimal digits, with or without 0x, found ${show(value)}`);
    return new Scru128Id(new Scru128(BigInt(`0x${value.replace(/^0x/i, "")}`)));
  }
  static fromArrayBuffer(value) {
    if (value?.byteLength != 16) throw new RangeError(`expected an ArrayBuffer of 16 bytes, found ${show(value?.byteLength ?? value)}`);
    const bytes = ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, 16) : new Uint8Array(value);
    return new Scru128Id(as(RangeError, () => Scru128.fromBytes(bytes)));
  }
  toString() {
    return this.#id.toString();
  }
  toHex() {
    return `0x${this.#id.value.toString(16).padStart(32, "0")}`;
  }
  toArrayBuffer() {
    return this.#id.toBytes().buffer;
  }
  toJSON() {
    return this.toString();
  }
  clone() {
    return new Scru128Id(this.#id);
  }
  equals(other) {
    return this.#id.equals(Scru128Id.#of(other));
  }
  compareTo(other) {
    return this.#id.compareTo(Scru128Id.#of(other));
  }
}

export class Scru128Generator {
  #state = newState();
  #last = 0n;
  #nextWord;
  constructor(rng) {
    if (rng != null) {
      if (typeof rng.nextUint32 != "function") throw new TypeError("rng must have a method nextUint32");
      this.#nextWord = () => rng.nextUint32();
    }
  }
  generate() {
    const last = this.#last;
    const next = as(RangeError, () => generateAs(this.#state, this.#nextWord, Date.now(), 0));
    this.#last = next;
    tell(last, next);
    return new Scru128Id(new Scru128(next));
  }
}

let last = "";

export const scru128String = () => {
  const before = last;
  last = as(RangeError, generate);
  tell(before, last);
  return last;
};

export const scru128 = () => new Scru128Id(Scru128.parse(scru128String()));
