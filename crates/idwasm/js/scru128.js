// The interface of version 1 of the package scru128, on the same module as everything else.
import { generateAs, newState, generate, scru128 as text } from "./core.js";
import { Scru128 } from "./index.js";

export const TIMESTAMP_BIAS = 1577836800000;

let logger;

/** The one thing to log: that order was given up. Nothing here waits for the clock. */
export const setLogger = (newLogger) => {
  logger = newLogger;
};

/** Makes an error of the class that programs written for that package expect. */
const as = (Type, make) => {
  try {
    return make();
  } catch (cause) {
    throw new Type(cause.message, { cause });
  }
};

export class Scru128Id {
  #id;
  constructor(id) {
    this.#id = id;
    const { timestamp, counter, perSecRandom, perGenRandom } = id;
    Object.assign(this, { timestamp, counter, perSecRandom, perGenRandom });
    Object.freeze(this);
  }
  static fromFields(timestamp, counter, perSecRandom, perGenRandom) {
    return new Scru128Id(
      as(RangeError, () => Scru128.fromFields(timestamp, counter, perSecRandom, perGenRandom)),
    );
  }
  static fromString(value) {
    return new Scru128Id(as(SyntaxError, () => Scru128.parse(value)));
  }
  static fromHex(value) {
    // `BigInt.prototype.toString` writes no leading zeros.
    const digits = /^(?:0x)?0*([\da-f]{1,32})$/i.exec(value)?.[1];
    if (!digits) throw new SyntaxError(`expected up to 32 hexadecimal digits, with or without 0x, found ${String(value)}`);
    return new Scru128Id(new Scru128(BigInt(`0x${digits}`)));
  }
  static fromArrayBuffer(value) {
    return new Scru128Id(as(RangeError, () => Scru128.fromBytes(new Uint8Array(value))));
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
    return this.#id.equals(other.#id);
  }
  compareTo(other) {
    return this.#id.compareTo(other.#id);
  }
}

/** The id of an integer, with a word to the logger where it is not greater than the last. */
const tell = (last, value) => {
  if (value < last) logger?.warn("generator reset: the clock has gone back by more than 10 s");
  return new Scru128Id(new Scru128(value));
};

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
    this.#last = generateAs(this.#state, this.#nextWord, Date.now(), 0);
    return tell(last, this.#last);
  }
}

let last = 0n;

export const scru128 = () => {
  const before = last;
  last = generate();
  return tell(before, last);
};

export { text as scru128String };
