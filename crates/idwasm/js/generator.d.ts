import type { Scru128 } from "./index.js";

/** What a generator asks: functions that are the object's own, and nothing else. */
export interface Sources {
  /** The time in Unix milliseconds, a whole number; `Date.now()` where none is given. */
  readonly clock?: (() => number) | undefined;
  /**
   * 32 random bits, as a number from 0 to 2 ** 32 - 1; those of `crypto.getRandomValues` where none is
   * given. They must be uniform and unpredictable.
   *
   * They are drawn in the order counter, per-second, per-id, each where it is renewed.
   */
  readonly randomness?: (() => number) | undefined;
}

/**
 * A generator of its own, each of whose ids is greater than the one before.
 *
 * What its sources throw, `generate` throws; the generator is as it was, and the next call may succeed.
 */
export class Scru128Generator {
  /** @throws IdError `TYPE` for what is no such object. */
  constructor(sources?: Sources);
  /**
   * A new id. Where the clock has gone back by more than 10 s, the generator is reset, and the id is less
   * than those before.
   *
   * @throws IdError `TIME` for a clock that shows no number, or one outside 2020-01-01T00:00:00.001Z to 2577-06-22T06:20:44.414Z,
   * `RANDOMNESS` where there is none, `RANGE` for a word that is no whole number of 32 bits.
   */
  generate(): Scru128;
  /**
   * A new id, greater than all before.
   *
   * @throws IdError `ROLLBACK` where the clock has gone back by more than 10 s, and as
   * {@link Scru128Generator.generate}.
   */
  generateOrAbort(): Scru128;
}
