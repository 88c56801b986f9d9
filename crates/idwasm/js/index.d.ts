/**
 * HUID and SCRU128: time-sortable ids, made by the Rust crates `idcore` and `idgen` in WebAssembly.
 *
 * ```js
 * import { huid, scru128 } from "idwasm";
 *
 * scru128(); // "035JJCQHR9MULLPGLJE29RFCIR"
 * huid(); // 60445800152526823n, a BIGINT
 * ```
 *
 * @packageDocumentation
 */

/**
 * What went wrong.
 *
 * - `RANGE`: a number or an integer is out of range, not whole, or of another type
 * - `TYPE`: another argument, such as a text, an id or a source, is of another type
 * - `TIME`: a time, or the clock, is outside the window of the id
 * - `RANDOMNESS`: `crypto.getRandomValues` is missing or failed
 * - `TEXT_DIGIT`: a text has a character that is no digit of the id; `position` says where
 * - `TEXT_LENGTH`: a text has too few or too many digits
 * - `TEXT_TOO_LARGE`: the number of a text has more bits than the id
 * - `BYTES`: an array has the wrong number of bytes
 * - `UUID`, `ULID`: a text is not one
 * - `ROLLBACK`: the clock has gone back further than a generator was to follow it
 * - `USED_UP`: a generator for given times has no more ids of one
 * - `MAPPING`: a mapping does not take the id, or cannot have made it
 * - `INIT`: the module of `idwasm/web` is not there: not yet, or not where it was said to be
 */
export type IdErrorCode =
  | "RANGE"
  | "TYPE"
  | "TIME"
  | "RANDOMNESS"
  | "TEXT_DIGIT"
  | "TEXT_LENGTH"
  | "TEXT_TOO_LARGE"
  | "BYTES"
  | "UUID"
  | "ULID"
  | "ROLLBACK"
  | "USED_UP"
  | "MAPPING"
  | "INIT";

/** Every error of this package. The message says what was expected, what was found, and where. */
export class IdError extends Error {
  constructor(code: IdErrorCode, message: string, position?: number, cause?: unknown);
  readonly name: "IdError";
  readonly code: IdErrorCode;
  /** Where the first wrong character of a text is, from 0. */
  readonly position: number | undefined;
}

/**
 * A new HUID: 42 bits of milliseconds since 2026 and 21 random bits, a BIGINT that is never negative.
 *
 * Two ids of one millisecond are equal with a chance of 1 in 2,097,152, so a table needs a unique
 * constraint and a retry.
 *
 * @throws {@link IdError} `TIME` for a clock outside 2026-01-01T00:00:00.000Z to
 * 2165-05-15T07:35:11.103Z, `RANDOMNESS` where there is none.
 */
export function huid(): bigint;

/**
 * So many new HUIDs, at a fraction of the cost. The clock is read every 256 ids. They are not sorted.
 *
 * @throws {@link IdError} as {@link huid}, and `RANGE` for a count that is none.
 */
export function huidMany(count: number): bigint[];

/**
 * The text of a new SCRU128: 26 digits of `0-9A-V`, greater than all that this thread made before.
 *
 * A clock that goes back by up to 10 s is counted through; further back, order is given up and
 * uniqueness is not.
 *
 * Where many are made in one millisecond, they are made up to 16 at a time, and share their memory:
 * who keeps one of them for long keeps 416 bytes.
 *
 * @throws {@link IdError} `TIME` for a clock outside 2020-01-01T00:00:00.001Z to
 * 2577-06-22T06:20:44.414Z, `RANDOMNESS` where there is none.
 */
export function scru128(): string;

/**
 * The texts of so many new SCRU128s in rising order, at a fraction of the cost. The clock is read
 * every 256 ids.
 *
 * The texts share their memory, 256 at a time: who keeps one of them for long keeps 6.7 KB.
 *
 * @throws {@link IdError} as {@link scru128}, and `RANGE` for a count that is none.
 */
export function scru128Many(count: number): string[];

declare abstract class Id {
  /** The id as an integer. */
  readonly value: bigint;
  /** The time of the id, in milliseconds since 1970-01-01T00:00:00Z. */
  abstract readonly unixMs: number;
  /** The time of the id. */
  get date(): Date;
  /** The next id up; `undefined` after the last. */
  succ(): this | undefined;
  /** The next id down; `undefined` before the first. */
  pred(): this | undefined;
  /** Whether the other is an id of the same class and value. */
  equals(other: unknown): boolean;
  /**
   * Negative, zero or positive, as this id is less than, equal to or greater than the other.
   *
   * @throws {@link IdError} `TYPE` for what is no id of the same class.
   */
  compareTo(other: this): number;
  /** The bytes, big-endian: their order is that of the ids. */
  toBytes(): ReturnType<Uint8Array["slice"]>;
  /** The text, as JSON writes it: a number would lose digits. */
  toJSON(): string;
}

/** A HUID, to look into. It is immutable, and nothing has to be freed. */
export class Huid extends Id {
  /** The highest id, 2 ** 63 - 1, as an integer. */
  static readonly MAX: bigint;
  /** The number of bytes. */
  static readonly BYTES: 8;
  /**
   * The id that is this integer.
   *
   * @throws {@link IdError} `RANGE` for anything but a bigint from 0 to 2 ** 63 - 1.
   */
  constructor(value: bigint);
  /** A new id, as {@link huid}. */
  static generate(): Huid;
  /**
   * The id of a decimal text of 1 to 19 digits; leading zeros are allowed.
   *
   * @throws {@link IdError} `TEXT_DIGIT`, `TEXT_LENGTH`, `TEXT_TOO_LARGE` or `TYPE`.
   */
  static parse(text: string): Huid;
  /** Whether {@link Huid.parse} takes the text. */
  static isValid(text: unknown): boolean;
  /**
   * The id of 8 bytes, big-endian.
   *
   * @throws {@link IdError} `BYTES` for another length, `RANGE` where the first bit is set.
   */
  static fromBytes(bytes: Uint8Array): Huid;
  /**
   * The id of a time, as a `Date` or in Unix milliseconds, and 21 random bits.
   *
   * @throws {@link IdError} `TIME` or `RANGE`.
   */
  static fromFields(time: Date | number, random: number): Huid;
  /**
   * The lowest id of a millisecond: where a time window begins.
   *
   * @throws {@link IdError} `TIME`.
   */
  static firstAt(time: Date | number): Huid;
  /**
   * The highest id of a millisecond: where a time window ends.
   *
   * @throws {@link IdError} `TIME`.
   */
  static lastAt(time: Date | number): Huid;
  readonly unixMs: number;
  /** The 21 random bits. */
  get random(): number;
  /** The decimal text. */
  toString(): string;
  /** The integer, so that `<` and `>` compare ids as numbers: their texts are of different lengths. */
  valueOf(): bigint;
  /** The decimal text, zero-padded to 19 digits: these sort as the ids do. */
  toPadded(): string;
}

/** A SCRU128 of version 1, to look into. It is immutable, and nothing has to be freed. */
export class Scru128 extends Id {
  /** The highest id, 2 ** 128 - 1, as an integer. */
  static readonly MAX: bigint;
  /** The number of bytes. */
  static readonly BYTES: 16;
  /**
   * The id that is this integer.
   *
   * @throws {@link IdError} `RANGE` for anything but a bigint from 0 to 2 ** 128 - 1.
   */
  constructor(value: bigint);
  /** A new id, as {@link scru128}. */
  static generate(): Scru128;
  /**
   * The id of a text of 26 digits, in either case.
   *
   * @throws {@link IdError} `TEXT_DIGIT`, `TEXT_LENGTH`, `TEXT_TOO_LARGE` or `TYPE`.
   */
  static parse(text: string): Scru128;
  /** Whether {@link Scru128.parse} takes the text. */
  static isValid(text: unknown): boolean;
  /**
   * The id of 16 bytes, big-endian.
   *
   * @throws {@link IdError} `BYTES` for another length.
   */
  static fromBytes(bytes: Uint8Array): Scru128;
  /**
   * The id with the bits of a UUID of any version: lossless, but its time means nothing unless the
   * UUID was made of a SCRU128. `idwasm/uuid` keeps the time of a UUID.
   *
   * @throws {@link IdError} `UUID`.
   */
  static fromUuid(uuid: string): Scru128;
  /**
   * The id of its fields: 44, 28, 24 and 32 bits.
   *
   * @throws {@link IdError} `RANGE`.
   */
  static fromFields(timestamp: number, counter: number, perSecRandom: number, perGenRandom: number): Scru128;
  /**
   * The lowest id of a millisecond: where a time window begins.
   *
   * @throws {@link IdError} `TIME`.
   */
  static firstAt(time: Date | number): Scru128;
  /**
   * The highest id of a millisecond: where a time window ends.
   *
   * @throws {@link IdError} `TIME`.
   */
  static lastAt(time: Date | number): Scru128;
  /** Milliseconds since 2020-01-01T00:00:00.000Z. */
  get timestamp(): number;
  /** The counter, from a random start in each millisecond. */
  get counter(): number;
  /** 24 random bits that are renewed once per second. */
  get perSecRandom(): number;
  /** 32 random bits of this id. */
  get perGenRandom(): number;
  readonly unixMs: number;
  /** Whether the timestamp is one that no generator uses: the first and the last. */
  get isReserved(): boolean;
  /** The text of 26 digits, in upper case. */
  toString(): string;
  /** The UUID with the same bits: for a `uuid` column. Its version is whatever the bits say. */
  toUuid(): string;
}
