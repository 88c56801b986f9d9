// Which kind of id a text is, and what its bits are.
import { Huid, Scru128 } from "idwasm";
import {
  huidFromScru128, huidLossyFromScru128, huidLossyFromUlid, huidLossyFromUuidTime, scru128FromHuid, scru128FromUlid,
  scru128FromUuidTime, ulidFromScru128, uuidTimeFromScru128,
} from "idwasm/uuid";

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const UUID = /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i;

/** A field of an id: its name, its number of bits, and the class that colours it. */
const HUID_FIELDS = [["always 0", 1, "zero"], ["time, ms since 2026", 42, "time"], ["random", 21, "random"]];
const SCRU128_FIELDS = [
  ["timestamp, ms since 2020", 44, "time"],
  ["counter", 28, "counter"],
  ["random per second", 24, "second"],
  ["random per id", 32, "random"],
];
const UUID_FIELDS = {
  7: [["Unix time, ms", 48, "time"], ["version", 4, "zero"], ["random", 12, "random"], ["variant", 2, "zero"], ["random", 62, "random"]],
  6: [["time, 100 ns since 1582", 48, "time"], ["version", 4, "zero"], ["time", 12, "time"], ["variant", 2, "zero"], ["clock sequence", 14, "counter"], ["node", 48, "random"]],
  1: [["time, low first", 48, "time"], ["version", 4, "zero"], ["time", 12, "time"], ["variant", 2, "zero"], ["clock sequence", 14, "counter"], ["node", 48, "random"]],
};
const OTHER_UUID = [["bits", 48, "random"], ["version", 4, "zero"], ["bits", 12, "random"], ["variant", 2, "zero"], ["bits", 62, "random"]];
const ULID_FIELDS = [["Unix time, ms", 48, "time"], ["random", 80, "random"]];

/** The first 48 bits of an id: the time of a UUIDv7 and of a ULID, in Unix milliseconds. */
const first48 = (bits) => new Date(Number(bits >> 80n));

/** A time in 100 ns since 1582-10-15. */
const since1582 = (ticks) => new Date(Number(ticks / 10_000n) - 12_219_292_800_000);

/** The time that a UUID tells by its own fields, also one that no other id can have. */
const UUID_DATES = {
  7: first48,
  6: (bits) => since1582(((bits >> 80n) << 12n) | ((bits >> 64n) & 0xfffn)),
  1: (bits) => since1582((((bits >> 64n) & 0xfffn) << 48n) | (((bits >> 80n) & 0xffffn) << 32n) | (bits >> 96n)),
};

/** What there is to say about a SCRU128. */
const notesOf = (id, text) => [
  ...(ULID.test(text) ? ["The text could also be a ULID; it is read as a SCRU128 here."] : []),
  ...(id.isReserved ? ["Its timestamp is reserved: no generator makes it."] : []),
];

/**
 * What a text is. A text can be both a SCRU128 and a ULID: then `note` says so, among others.
 *
 * @throws an error that says what was expected
 */
export const read = (text) => {
  if (/^\d{1,19}$/.test(text)) {
    const id = Huid.parse(text);
    return { kind: "HUID", id, bits: id.value, fields: HUID_FIELDS, date: id.date, details: [["random", id.random], ["padded", id.toPadded()]] };
  }
  if (UUID.test(text)) {
    const id = Scru128.fromUuid(text);
    const uuid = id.toUuid();
    const version = uuid[14];
    // Of another variant, the version means something else.
    const dateOf = /[89ab]/.test(uuid[19]) ? UUID_DATES[version] : undefined;
    return {
      kind: `UUIDv${version}`, id, bits: id.value, uuid, fields: UUID_FIELDS[version] ?? OTHER_UUID,
      date: dateOf?.(id.value),
      details: [["as a SCRU128 of the same bits", `${id}`]],
    };
  }
  if (ULID.test(text) && !Scru128.isValid(text)) {
    const bits = BigInt(`0x${[...text.toUpperCase()].reduce((sum, digit) => sum * 32n + BigInt("0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(digit)), 0n).toString(16)}`);
    return { kind: "ULID", ulid: text, bits, fields: ULID_FIELDS, date: first48(bits), details: [] };
  }
  if (text.length < 20) {
    // Too short for anything but a HUID.
    return Huid.parse(text);
  }
  const id = Scru128.parse(text);
  return {
    kind: "SCRU128", id, bits: id.value, fields: SCRU128_FIELDS, date: id.date,
    details: [["counter", id.counter], ["per-second randomness", id.perSecRandom], ["per-id randomness", id.perGenRandom], ["as a UUID", id.toUuid()]],
    note: notesOf(id, text).join(" "),
  };
};

const attempt = (make) => {
  try {
    return `${make()}`;
  } catch (error) {
    return error.message;
  }
};

/** Every conversion of what a text is, by name. */
export const conversions = (text) => {
  const found = read(text);
  switch (found.kind) {
    case "HUID":
      return [["SCRU128, time kept", attempt(() => scru128FromHuid(found.id))]];
    case "ULID":
      return [
        ["SCRU128, time kept", attempt(() => scru128FromUlid(text))],
        ["HUID, time kept, the rest lost", attempt(() => huidLossyFromUlid(text))],
      ];
    case "SCRU128":
      return [
        ["UUID of the same bits", found.id.toUuid()],
        ["UUID it was made of", attempt(() => uuidTimeFromScru128(found.id))],
        ["ULID it was made of", attempt(() => ulidFromScru128(found.id))],
        ["HUID it was made of", attempt(() => huidFromScru128(found.id))],
        ["HUID, time kept, the rest lost", attempt(() => huidLossyFromScru128(found.id))],
      ];
    default:
      return [
        ["SCRU128 of the same bits", `${found.id}`],
        ["SCRU128, time kept", attempt(() => scru128FromUuidTime(found.uuid))],
        ["HUID, time kept, the rest lost", attempt(() => huidLossyFromUuidTime(found.uuid))],
      ];
  }
};
