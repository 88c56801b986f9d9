// Other ids to SCRU128 and HUID, and back: a module of its own.
import { SCRU128_EPOCH, scru128Time } from "./core.js";
import { fail, matches, of, show } from "./error.js";
import { Huid, Scru128 } from "./index.js";
import { result, wasm } from "./uuid-module.js";

const UUID_TIME = [0, "UUIDv1, UUIDv6 or UUIDv7"];
const ULID = [1, "a ULID"];
const HUID = [2, "a HUID"];
/** In place of the HUID, where a HUID is made. */
const SCRU128 = [2, "a SCRU128"];

const SCRU128_WINDOW = "2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z";
const HUID_WINDOW = "2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z";

/** Why the module takes no value. */
const refuse = (status, expected, found, window) =>
  status == -1
    ? fail("TIME", `the time of ${found} must be ${window}`)
    : fail("MAPPING", `expected ${expected}, found ${found}`);

const id = () => new Scru128((result[0] << 64n) | result[1]);

// What is handed over is the lower 64 bits of each.

const to = ([mapping, expected], value, found) => {
  const status = wasm.map_to(mapping, value >> 64n, value);
  return status ? refuse(status, expected, found, SCRU128_WINDOW) : id();
};

/** The bits that a mapping made an id of, as a SCRU128. */
const from = ([mapping, source], scru128) => {
  const { value } = of(Scru128, scru128);
  return wasm.map_of(mapping, value >> 64n, value) ? fail("MAPPING", `${scru128} cannot have been made of ${source}`) : id();
};

const huidOf = ([source, expected], value, found) => {
  const huid = wasm.huid_lossy(source, value >> 64n, value);
  return huid < 0n ? refuse(huid, expected, found, HUID_WINDOW) : new Huid(huid);
};

const bitsOf = (uuid) => Scru128.fromUuid(uuid).value;

/** The UUID, where it is of a version. */
const ofVersion = (version, uuid) => {
  const found = (bitsOf(uuid) >> 76n) & 0xfn;
  return found == version ? uuid : fail("MAPPING", `expected UUIDv${version}, found ${uuid}`);
};

const fromVersion = (version, scru128) => {
  const uuid = uuidTimeFromScru128(scru128);
  return uuid[14] == version ? uuid : fail("MAPPING", `${scru128} cannot have been made of UUIDv${version}`);
};

export const scru128FromUuidTime = (uuid) => to(UUID_TIME, bitsOf(uuid), uuid);
export const scru128FromUuidV1 = (uuid) => scru128FromUuidTime(ofVersion(1, uuid));
export const scru128FromUuidV6 = (uuid) => scru128FromUuidTime(ofVersion(6, uuid));
export const scru128FromUuidV7 = (uuid) => scru128FromUuidTime(ofVersion(7, uuid));

export const uuidTimeFromScru128 = (scru128) => from(UUID_TIME, scru128).toUuid();
export const uuidV1FromScru128 = (scru128) => fromVersion(1, scru128);
export const uuidV6FromScru128 = (scru128) => fromVersion(6, scru128);
export const uuidV7FromScru128 = (scru128) => fromVersion(7, scru128);

const SCRU128_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
const ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The same digits in the other alphabet: both texts are 128 bits, five at a time from the last. */
const translate = (text, digits, others) => text.replace(/./g, (digit) => others[digits.indexOf(digit)]);

// Before `toUpperCase`, which makes digits of other letters.
const ULID_TEXT = /^[0-7][\da-hjkmnp-tv-z]{25}$/i;

const bitsOfUlid = (ulid) =>
  matches(ULID_TEXT, ulid)
    ? Scru128.parse(translate(ulid.toUpperCase(), ULID_DIGITS, SCRU128_DIGITS)).value
    : fail("ULID", `a ULID must have 26 digits of ${ULID_DIGITS}, the first at most 7, found ${show(ulid)}`);

export const scru128FromUlid = (ulid) => to(ULID, bitsOfUlid(ulid), ulid);
export const ulidFromScru128 = (scru128) => translate(`${from(ULID, scru128)}`, SCRU128_DIGITS, ULID_DIGITS);

export const scru128FromHuid = (huid) => to(HUID, of(Huid, huid).value, huid);
export const huidFromScru128 = (scru128) => new Huid(from(HUID, scru128).value);

export const scru128LossyFromUuid = (uuid, time) => {
  const value = bitsOf(uuid);
  wasm.scru128_lossy(SCRU128_EPOCH + scru128Time(time), value >> 64n, value);
  return id();
};

export const huidLossyFromUuidTime = (uuid) => huidOf(UUID_TIME, bitsOf(uuid), uuid);
export const huidLossyFromUuidV1 = (uuid) => huidLossyFromUuidTime(ofVersion(1, uuid));
export const huidLossyFromUuidV6 = (uuid) => huidLossyFromUuidTime(ofVersion(6, uuid));
export const huidLossyFromUuidV7 = (uuid) => huidLossyFromUuidTime(ofVersion(7, uuid));
export const huidLossyFromUlid = (ulid) => huidOf(ULID, bitsOfUlid(ulid), ulid);
export const huidLossyFromScru128 = (scru128) => huidOf(SCRU128, of(Scru128, scru128).value, scru128);
