/** The collisions to be expected. */
export interface Collisions {
  /** The chance that there is one at all, from 0 to 1. */
  readonly probability: number;
  /** The number of pairs of equal ids to be expected. */
  readonly expectedPairs: number;
}

/**
 * Collisions among so many HUIDs of one millisecond, exactly.
 *
 * @throws IdError `RANGE` for what is no number from 0 to 2 ** 53 - 1.
 */
export function huidBurst(ids: number): Collisions;

/**
 * Collisions among HUIDs that are made at random moments at this rate, of all generators together.
 *
 * @throws IdError `RANGE` for what is no number from 0 to 2 ** 53 - 1.
 */
export function huidSustained(idsPerSecond: number, seconds: number): Collisions;

/**
 * Collisions among the SCRU128s of so many generators, each of which makes `idsPerMs` in each
 * millisecond. The probability is an upper bound.
 *
 * @throws IdError `RANGE` for what is no number from 0 to 2 ** 53 - 1.
 */
export function scru128Generators(generators: number, idsPerMs: number, seconds: number): Collisions;
