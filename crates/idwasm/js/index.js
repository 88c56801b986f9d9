// The whole API: functions that make ids, and classes that look into them.
import { HUID_EPOCH, SCRU128_EPOCH, generate, huid, huidTime, scru128Time } from "./core.js";
import { fail, isBytes, matches, of, range, show } from "./error.js";

export { huid, huidMany, scru128, scru128Many } from "./core.js";
export { IdError } from "./error.js";

/** Why a text is no id: a wrong character, a wrong length, or too large a number. */
const failText = (what, text, digits, min, max) => {
  if (typeof text != "string") fail("TYPE", `expected a ${what} text, found ${typeof text}`);
  const fits = text.length >= min && text.length <= max;
  const at = text.search(fits ? RegExp(`[^${digits}]`, "i") : /[^\0-\x7f]/);
  if (at >= 0) {
    const [found] = text.slice(at, at + 2);
    fail("TEXT_DIGIT", `${what} text has ${JSON.stringify(found)} at position ${at}, expected one of ${digits}`, at);
  }
  fits
    ? fail("TEXT_TOO_LARGE", `${what} text has too many bits`)
    : fail("TEXT_LENGTH", `${what} text must have ${min < max ? "1 to " : ""}${max} digits, found ${text.length}` +
        ({ 25: ", as SCRU128 version 2 has", 36: ", as a UUID has" }[text.length] ?? ""));
};

/** The bits of an id from one on, as a number. */
const field = ({ value }, from, count) => Number(BigInt.asUintN(count, value >> from));

// Static methods name their class, and not `this`, so that they can be handed to `map` and `filter`.

const isValid = (Type, text) => {
  try {
    return !!Type.parse(text);
  } catch {
    return false;
  }
};

const fromBytes = (Type, bytes) => {
  const { BYTES } = Type;
  if (!(isBytes(bytes) && bytes.length == BYTES))
    fail("BYTES", `expected a Uint8Array of ${BYTES} bytes, found ${show(bytes?.length ?? typeof bytes)}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let value = 0n;
  for (let at = 0; at < BYTES; at += 8) value = (value << 64n) | view.getBigUint64(at);
  return new Type(value);
};

const neighbour = ({ constructor: Type, value }, step) =>
  (value += step) >= 0n && value <= Type.MAX ? new Type(value) : undefined;

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
    return neighbour(this, 1n);
  }
  pred() {
    return neighbour(this, -1n);
  }
  equals(other) {
    return other instanceof this.constructor && other.value == this.value;
  }
  compareTo(other) {
    const { value } = of(this.constructor, other);
    return (this.value > value) - (this.value < value);
  }
  toJSON() {
    return `${this}`;
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
    return new Huid(Huid.firstAt(time).value + 0x1f_ffffn);
  }
  static parse(text) {
    if (!matches(/^\d{1,19}$/, text) || BigInt(text) > Huid.MAX) failText("HUID", text, "0-9", 1, 19);
    return new Huid(BigInt(text));
  }
  static fromFields(time, random) {
    return new Huid(Huid.firstAt(time).value + pack(["random", random, 21]));
  }
  get unixMs() {
    return HUID_EPOCH + field(this, 21n, 42);
  }
  get random() {
    return field(this, 0n, 21);
  }
  toString() {
    return `${this.value}`;
  }
  valueOf() {
    return this.value;
  }
  toPadded() {
    return `${this}`.padStart(19, "0");
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
    return new Scru128(Scru128.firstAt(time).value + 0xf_ffff_ffff_ffff_ffff_ffffn);
  }
  static parse(text) {
    if (!matches(DIGITS, text)) failText("SCRU128", text, "0-9A-V", 26, 26);
    // A number has room for ten digits.
    const part = (from, to) => BigInt(parseInt(text.slice(from, to), 32));
    return new Scru128((part(0, 6) << 100n) | (part(6, 16) << 50n) | part(16));
  }
  static fromUuid(uuid) {
    return matches(/^[\da-f]{8}(-?[\da-f]{4}){4}[\da-f]{8}$/i, uuid)
      ? new Scru128(BigInt(`0x${uuid.replaceAll("-", "")}`))
      : fail("UUID", `expected a UUID of 32 hexadecimal digits, found ${show(uuid)}`);
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
    return field(this, 84n, 44);
  }
  get counter() {
    return field(this, 56n, 28);
  }
  get perSecRandom() {
    return field(this, 32n, 24);
  }
  get perGenRandom() {
    return field(this, 0n, 32);
  }
  get unixMs() {
    return SCRU128_EPOCH + this.timestamp;
  }
  get isReserved() {
    return (this.timestamp + 1) % 2 ** 44 < 2;
  }
  toString() {
    return this.value.toString(32).toUpperCase().padStart(26, "0");
  }
  toUuid() {
    return this.value.toString(16).padStart(32, "0").replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }
}
