/** 2020-01-01T00:00:00.000Z in Unix milliseconds. */
export const TIMESTAMP_BIAS: number;

/** What a logger has to have. */
export interface Logger {
  error(message: string): void;
  warn(message: string): void;
  info(message: string): void;
}

/** Takes a logger, which is told when a generator gives up order because the clock went back. */
export function setLogger(logger: Logger): void;

/** A new id. @throws RangeError for a clock outside 2020-01-01T00:00:00.001Z to 2577-06-22T06:20:44.414Z */
export function scru128(): Scru128Id;

/** The text of a new id. @throws RangeError as {@link scru128} */
export function scru128String(): string;

/** What an id is compared with: another, also of another copy of the package. */
export type Scru128Fields = Pick<Scru128Id, "timestamp" | "counter" | "perSecRandom" | "perGenRandom">;

/** An id of version 1. */
export class Scru128Id {
  private constructor();
  /** Milliseconds since 2020: 44 bits. */
  readonly timestamp: number;
  /** 28 bits. */
  readonly counter: number;
  /** 24 bits. */
  readonly perSecRandom: number;
  /** 32 bits. */
  readonly perGenRandom: number;
  /** @throws RangeError for a field that is out of range */
  static fromFields(timestamp: number, counter: number, perSecRandom: number, perGenRandom: number): Scru128Id;
  /** @throws SyntaxError for a text that is no id */
  static fromString(value: string): Scru128Id;
  /** @throws RangeError for other than 16 bytes, in a buffer or a view of one */
  static fromArrayBuffer(value: ArrayBuffer | ArrayBufferView): Scru128Id;
  /** @throws SyntaxError for what is no hexadecimal number of 128 bits, with or without `0x` */
  static fromHex(value: string): Scru128Id;
  /** 26 digits. */
  toString(): string;
  /** 16 bytes, big-endian. */
  toArrayBuffer(): ArrayBuffer;
  /** `0x` and 32 digits. */
  toHex(): string;
  toJSON(): string;
  clone(): Scru128Id;
  /** @throws TypeError for what has not the four fields of an id */
  equals(other: Scru128Fields): boolean;
  /** @throws TypeError for what has not the four fields of an id */
  compareTo(other: Scru128Fields): number;
}

/** A generator of its own, of a source of randomness of its own where one is given. */
export class Scru128Generator {
  /** Words are drawn in the order counter, per-second, per-id, each where it is renewed. */
  constructor(rng?: { nextUint32(): number });
  /**
   * A new id, greater than the one before unless the clock goes back by more than 10 s.
   *
   * @throws RangeError as {@link scru128}, and for a word that is no whole number from 0 to 2 ** 32 - 1
   */
  generate(): Scru128Id;
}
