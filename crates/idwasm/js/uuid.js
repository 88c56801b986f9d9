// Other ids to SCRU128 and back, with the time kept: a module of its own.
import { fail } from "./error.js";
import { Huid, Scru128 } from "./index.js";
import { module } from "./uuid-wasm.js";

const [UUID_TIME, ULID, HUID] = [0, 1, 2];
const SCRU128_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
const ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

let wasm, out;

/** Takes the compiled module into use, once. */
export const startUuid = (module) => {
  if (wasm) return;
  wasm = new WebAssembly.Instance(module).exports;
  out = new BigUint64Array(wasm.memory.buffer, wasm.shared(), 2);
};

if (module) startUuid(module);

const map = (call, mapping, value, whatFails) => {
  const status = call(mapping, value >> 64n, value);
  if (status) whatFails(status);
  return (out[0] << 64n) | out[1];
};

const to = (mapping, value, what, found) =>
  new Scru128(
    map(wasm.map_to, mapping, value, (status) =>
      status == 1
        ? fail("TIME", `the time of ${found} must be 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z`)
        : fail("MAPPING", `expected ${what}, found ${found}`),
    ),
  );

const from = (mapping, id, what) =>
  map(wasm.map_of, mapping, scru128(id).value, () =>
    fail("MAPPING", `${id} cannot have been made of ${what}`),
  );

const scru128 = (id) =>
  id instanceof Scru128 ? id : fail("TYPE", `expected a Scru128, found ${typeof id}`);

export const scru128FromUuid = (uuid) =>
  to(UUID_TIME, Scru128.fromUuid(uuid).value, "a UUID of version 1, 6 or 7", uuid);

export const uuidFromScru128 = (id) =>
  new Scru128(from(UUID_TIME, id, "a UUID of version 1, 6 or 7")).toUuid();

/** The same digits in the other alphabet: both texts are 128 bits, five at a time from the last. */
const translate = (text, digits, others) =>
  text.replace(/./g, (digit) => others[digits.indexOf(digit)] ?? "!");

export const scru128FromUlid = (ulid) => {
  const text = typeof ulid == "string" ? translate(ulid.toUpperCase(), ULID_DIGITS, SCRU128_DIGITS) : "";
  if (!(ulid?.length == 26 && Scru128.isValid(text)))
    fail("ULID", `a ULID must have 26 digits of ${ULID_DIGITS}, the first at most 7, found ${String(ulid)}`);
  return to(ULID, Scru128.parse(text).value, "a ULID", ulid);
};

export const ulidFromScru128 = (id) =>
  translate(`${new Scru128(from(ULID, id, "a ULID"))}`, SCRU128_DIGITS, ULID_DIGITS);

export const scru128FromHuid = (huid) =>
  huid instanceof Huid
    ? to(HUID, huid.value, "a HUID", huid)
    : fail("TYPE", `expected a Huid, found ${typeof huid}`);

export const huidFromScru128 = (id) => new Huid(from(HUID, id, "a HUID"));
