// The whole API: functions that make ids, and classes that look into them.
import {
  generate, huid, huidFields, huidFrom, scru128Fields, scru128From, scru128Parse, scru128Text, scru128Time,
} from "./core.js";
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
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
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
  static parse(text) {
    const value = /^\d{1,19}$/.test(typeof text == "string" && text) ? BigInt(text) : -1n;
    return value >= 0n && value <= Huid.MAX ? new Huid(value) : failText("HUID", text, "0-9", 1, 19);
  }
  static fromFields(time, random) {
    return new Huid(huidFrom(time, random));
  }
  static firstAt(time) {
    return Huid.fromFields(time, 0);
  }
  static lastAt(time) {
    return Huid.fromFields(time, 2 ** 21 - 1);
  }
  get unixMs() {
    return huidFields(this.value)[0];
  }
  get random() {
    return huidFields(this.value)[1];
  }
  toString() {
    return `${this.value}`;
  }
  toPadded() {
    return `${this.value}`.padStart(19, "0");
  }
}

const hex = (id) => id.value.toString(16).padStart(32, "0");

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
  static parse(text) {
    const value = text?.length == 26 ? scru128Parse(text) : undefined;
    return value == undefined ? failText("SCRU128", text, "0-9A-V", 26, 26) : new Scru128(value);
  }
  static fromUuid(uuid) {
    return /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i.test(uuid)
      ? new Scru128(BigInt(`0x${uuid.replaceAll("-", "")}`))
      : fail("UUID", `a UUID must have 32 hexadecimal digits, found ${String(uuid)}`);
  }
  static fromFields(timestamp, counter, perSecRandom, perGenRandom) {
    return new Scru128(scru128From(timestamp, counter, perSecRandom, perGenRandom));
  }
  static firstAt(time) {
    return Scru128.fromFields(scru128Time(time), 0, 0, 0);
  }
  static lastAt(time) {
    return Scru128.fromFields(scru128Time(time), 2 ** 28 - 1, 2 ** 24 - 1, 2 ** 32 - 1);
  }
  get timestamp() {
    return scru128Fields(this.value)[0];
  }
  get counter() {
    return scru128Fields(this.value)[1];
  }
  get perSecRandom() {
    return scru128Fields(this.value)[2];
  }
  get perGenRandom() {
    return scru128Fields(this.value)[3];
  }
  get unixMs() {
    return scru128Fields(this.value)[4];
  }
  get isReserved() {
    const { timestamp } = this;
    return !timestamp || timestamp == 2 ** 44 - 1;
  }
  toString() {
    return scru128Text(this.value);
  }
  toUuid() {
    return hex(this).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }
}
