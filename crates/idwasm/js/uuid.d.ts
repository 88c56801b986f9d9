import type { Huid, Scru128 } from "./index.js";

// The names are those of the Rust crate `iduuid`. A UUID is a text of 32 hexadecimal digits, with or
// without hyphens.

/**
 * The SCRU128 of a UUID of version 1, 6 or 7, with its time as the time of the id: reversed by
 * {@link uuidTimeFromScru128}; UUIDs of version 6 and of version 7 keep their order.
 *
 * `Scru128.fromUuid` takes any UUID and keeps its bits, and not its time.
 *
 * @throws IdError `UUID`, `MAPPING` for another version, or `TIME` before 2020.
 */
export function scru128FromUuidTime(uuid: string): Scru128;
/** {@link scru128FromUuidTime} for version 1 alone. */
export function scru128FromUuidV1(uuid: string): Scru128;
/** {@link scru128FromUuidTime} for version 6 alone. */
export function scru128FromUuidV6(uuid: string): Scru128;
/** {@link scru128FromUuidTime} for version 7 alone. */
export function scru128FromUuidV7(uuid: string): Scru128;

/**
 * The UUID that {@link scru128FromUuidTime} made an id of.
 *
 * @throws IdError `MAPPING` for an id that it cannot have made.
 */
export function uuidTimeFromScru128(id: Scru128): string;
/** {@link uuidTimeFromScru128} for version 1 alone. */
export function uuidV1FromScru128(id: Scru128): string;
/** {@link uuidTimeFromScru128} for version 6 alone. */
export function uuidV6FromScru128(id: Scru128): string;
/** {@link uuidTimeFromScru128} for version 7 alone. */
export function uuidV7FromScru128(id: Scru128): string;

/**
 * The SCRU128 of a ULID, with its time as the time of the id: reversed by {@link ulidFromScru128};
 * the order is kept.
 *
 * @throws IdError `ULID`, or `TIME` before 2020 and after 2577.
 */
export function scru128FromUlid(ulid: string): Scru128;

/**
 * The ULID that {@link scru128FromUlid} made an id of.
 *
 * @throws IdError `MAPPING` for an id that it cannot have made.
 */
export function ulidFromScru128(id: Scru128): string;

/**
 * The SCRU128 of a HUID, for a table that outgrows 63 bits: reversed by {@link huidFromScru128}; the
 * order is kept. It is as easily guessed as the HUID.
 */
export function scru128FromHuid(huid: Huid): Scru128;

/**
 * The HUID that {@link scru128FromHuid} made an id of.
 *
 * @throws IdError `MAPPING` for an id that it cannot have made.
 */
export function huidFromScru128(id: Scru128): Huid;

/**
 * The SCRU128 of a UUID without a time of its own, such as one of version 4, and of a time that comes
 * from elsewhere, such as the row's `created_at`: as a `Date` or in Unix milliseconds.
 *
 * The same UUID and time always give the same id. 84 bits are made of the 128: the UUID cannot be had
 * back, and two of one millisecond become one with a chance of 2 ** -84.
 *
 * @throws IdError `UUID` or `TIME`.
 */
export function scru128LossyFromUuid(uuid: string, time: Date | number): Scru128;

/**
 * The HUID of a UUID of version 1, 6 or 7: the time kept, and 21 bits made of the rest. It cannot be
 * reversed, and two ids of one millisecond become one with a chance of 1 in 2,097,152.
 *
 * @throws IdError `UUID`, `MAPPING` for another version, or `TIME` before 2026.
 */
export function huidLossyFromUuidTime(uuid: string): Huid;
/** {@link huidLossyFromUuidTime} for version 1 alone. */
export function huidLossyFromUuidV1(uuid: string): Huid;
/** {@link huidLossyFromUuidTime} for version 6 alone. */
export function huidLossyFromUuidV6(uuid: string): Huid;
/** {@link huidLossyFromUuidTime} for version 7 alone. */
export function huidLossyFromUuidV7(uuid: string): Huid;

/**
 * The HUID of a ULID, as {@link huidLossyFromUuidTime}.
 *
 * @throws IdError `ULID`, or `TIME` before 2026 and after 2165.
 */
export function huidLossyFromUlid(ulid: string): Huid;

/**
 * The HUID of a SCRU128, as {@link huidLossyFromUuidTime}.
 *
 * @throws IdError `TIME` before 2026 and after 2165.
 */
export function huidLossyFromScru128(id: Scru128): Huid;
