import type { Scru128 } from "./index.js";

/**
 * Makes SCRU128s for given times, such as the `created_at` of the rows of a table: for rows whose old
 * ids have no time of their own, and that are moved with a table of old and new ids.
 *
 * Times may come in any order, and come again: all ids of a generator differ. Calls with the same
 * time one after the other give rising ids.
 *
 * @see `scru128LossyFromUuid` of `idwasm/uuid`, which gives the same id for the same UUID each time
 */
export class BackfillGenerator {
  constructor();
  /**
   * A new id of a time, as a `Date` or in Unix milliseconds.
   *
   * @throws IdError `TIME` outside 2020-01-01T00:00:00.001Z to 2577-06-22T06:20:44.414Z, `RANDOMNESS`
   * where there is none, `USED_UP` after at least 2 ** 27 calls with this time one after the other.
   */
  generateAt(time: Date | number): Scru128;
}
