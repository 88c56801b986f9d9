import type { Huid, Scru128 } from "./index.js";

/**
 * The SCRU128 of a UUID of version 1, 6 or 7, with its time as the time of the id: reversed by
 * {@link uuidFromScru128}; UUIDs of version 6 and 7 keep their order.
 *
 * @throws IdError `UUID`, `MAPPING` for another version, or `TIME` before 2020.
 */
export function scru128FromUuid(uuid: string): Scru128;

/**
 * The UUID that {@link scru128FromUuid} made an id of.
 *
 * @throws IdError `MAPPING` for an id that it cannot have made.
 */
export function uuidFromScru128(id: Scru128): string;

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
