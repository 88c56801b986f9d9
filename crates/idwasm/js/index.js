// The whole API: functions that make ids, and classes that look into them.
import { HUID_EPOCH, SCRU128_EPOCH, generate, huid, huidTime, scru128Time } from "./core.js";
import { fail, range } from "./error.js";

export { huid, huidMany, scru128, scru128Many } from "./core.js";
export { IdError } from "./error.js";

/** Why a text is no id: a wrong character, a wrong length, or too large a number. */
const failText = (what, text, digits, min, max) => {
  if (typeof text != "string") fail("TYPE", `${what} text must be a string, found ${typeof text}`);
  const fits = text.length >= min && text.length <= max;
  const at = text.search(fits ? RegExp(`[^${digits}]`, "i") : /[^\0-\x7f]/);
  if (at >= 0) {
    const found = String.fromCodePoint(text.codePointAt(at));
    fail("TEXT_DIGIT", `${what} text has ${JSON.stringify(found)} at position ${at}, expected one of ${digits}`, at);
  }
  fits
    ? fail("TEXT_TOO_LARGE", `${what} text is a number of too many bits`)
    : fail("TEXT_LENGTH", `${what} text must have ${min < max ? "1 to " : ""}${max} digits, found ${text.length}` +
        (/^[\da-z]{25}$/i.test(text) ? ", as SCRU128 version 2 has" : text.length == 36 ? ", as a UUID has" : ""));
};

/** The bits of an integer from one on, as a number. */
const field = (value, from, count) => Number(BigInt.asUintN(count, value >> from));

// Static methods name their class, and not `this`, so that they can be handed to `map` and `filter`.

const isValid = (Type, text) => {
  try {
    return !!Type.parse(text);
  } catch {
    return false;
  }
};

const fromBytes = (Type, bytes) => {
  const { BYTES, name } = Type;
  if (!(bytes instanceof Uint8Array && bytes.length == BYTES))
    fail("BYTES", `${name} must be a Uint8Array of ${BYTES} bytes, found ${bytes?.length ?? typeof bytes}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let value = 0n;
  for (let at = 0; at < BYTES; at += 8) value = (value << 64n) | view.getBigUint64(at);
  return new Type(value);
};

/** What both ids have in common. */
class Id {
  constructor(value) {
    const { MAX, name } = this.constructor;
    this.value = range(name, value, MAX);
    Object.freeze(this);
  }
  get date() {
    return new Date(this.unixMs);
  }
  succ() {
    const { constructor: Type, value } = this;
    return value < Type.MAX ? new Type(value + 1n) : undefined;
  }
  pred() {
    const { constructor: Type, value } = this;
    return value ? new Type(value - 1n) : undefined;
  }
  equals(other) {
    return other instanceof this.constructor && other.value === this.value;
  }
  compareTo(other) {
    return this.value < other.value ? -1 : +(this.value > other.value);
  }
  toJSON() {
    return this.toString();
  }
  toBytes() {
    const bytes = new Uint8Array(this.constructor.BYTES);
    const view = new DataView(bytes.buffer);
    // What is stored is the lower 64 bits.
    for (let at = bytes.length, { value } = this; at; value >>= 64n) view.setBigUint64((at -= 8), value);
    return bytes;
  }
}

/** The integer of fields that stand side by side: name, value and number of bits of each. */
const pack = (...fields) =>
  fields.reduce(
    (bits, [name, value, width]) => (bits << BigInt(width)) | BigInt(range(name, value, 2 ** width - 1)),
    0n,
  );

export class Huid extends Id {
  static name = "Huid";
  static BYTES = 8;
  static MAX = 0x7fff_ffff_ffff_ffffn;

  static isValid(text) {
    return isValid(Huid, text);
  }
  static fromBytes(bytes) {
    return fromBytes(Huid, bytes);
  }
  static generate() {
    return new Huid(huid());
  }
  static firstAt(time) {
    return new Huid(BigInt(huidTime(time)) << 21n);
  }
  static lastAt(time) {
    return new Huid((BigInt(huidTime(time) + 1) << 21n) - 1n);
  }
  static parse(text) {
    const value = /^\d{1,19}$/.test(typeof text == "string" && text) ? BigInt(text) : -1n;
    return value >= 0n && value <= Huid.MAX ? new Huid(value) : failText("HUID", text, "0-9", 1, 19);
  }
  static fromFields(time, random) {
    return new Huid(pack(["", huidTime(time), 42], ["random", random, 21]));
  }
  get unixMs() {
    return HUID_EPOCH + field(this.value, 21n, 42);
  }
  get random() {
    return field(this.value, 0n, 21);
  }
  toString() {
    return `${this.value}`;
  }
  toPadded() {
    return `${this.value}`.padStart(19, "0");
  }
}

const DIGITS = /^[0-7][\da-v]{25}$/i;

export class Scru128 extends Id {
  static name = "Scru128";
  static BYTES = 16;
  static MAX = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffffn;

  static isValid(text) {
    return isValid(Scru128, text);
  }
  static fromBytes(bytes) {
    return fromBytes(Scru128, bytes);
  }
  static generate() {
    return new Scru128(generate());
  }
  static firstAt(time) {
    return new Scru128(BigInt(scru128Time(time)) << 84n);
  }
  static lastAt(time) {
    return new Scru128((BigInt(scru128Time(time) + 1) << 84n) - 1n);
  }
  static parse(text) {
    if (!(typeof text == "string" && DIGITS.test(text))) failText("SCRU128", text, "0-9A-V", 26, 26);
    // A number has room for ten digits.
    const part = (from, to) => BigInt(parseInt(text.slice(from, to), 32));
    return new Scru128((part(0, 6) << 100n) | (part(6, 16) << 50n) | part(16));
  }
  static fromUuid(uuid) {
    return /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i.test(uuid)
      ? new Scru128(BigInt(`0x${uuid.replaceAll("-", "")}`))
      : fail("UUID", `a UUID must have 32 hexadecimal digits, found ${String(uuid)}`);
  }
  static fromFields(timestamp, counter, perSecRandom, perGenRandom) {
    return new Scru128(
      pack(
        ["timestamp", timestamp, 44],
        ["counter", counter, 28],
        ["perSecRandom", perSecRandom, 24],
        ["perGenRandom", perGenRandom, 32],
      ),
    );
  }
  get timestamp() {
    return field(this.value, 84n, 44);
  }
  get counter() {
    return field(this.value, 56n, 28);
  }
  get perSecRandom() {
    return field(this.value, 32n, 24);
  }
  get perGenRandom() {
    return field(this.value, 0n, 32);
  }
  get unixMs() {
    return SCRU128_EPOCH + this.timestamp;
  }
  get isReserved() {
    const { timestamp } = this;
    return !timestamp || timestamp == 2 ** 44 - 1;
  }
  toString() {
    return this.value.toString(32).toUpperCase().padStart(26, "0");
  }
  toUuid() {
    return this.value.toString(16).padStart(32, "0").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }
}
