/** Node's `Buffer`, in programs that have its types. */
type Bytes = typeof globalThis extends { Buffer: { alloc(size: number): infer Type } } ? Type : Uint8Array;

/** 2026-01-01T00:00:00.000Z in Unix milliseconds. */
export const EPOCH_2026_MS: number;
export const EPOCH_2026_MS_N: bigint;
/** The largest time, in milliseconds since 2026: 2 ** 42 - 1. */
export const MAX_TIME_MS: number;
export const MAX_TIME_MS_N: bigint;
/** The mask of the random part. */
export const MASK_21_BITS: number;
export const MASK_21_BITS_N: bigint;
/** The largest id: 2 ** 63 - 1. */
export const MAX_HUID_N: bigint;

export type HUIDErrorCode =
  | "HUID_OVERFLOW"
  | "HUID_UNDERFLOW"
  | "INVALID_HUID"
  | "TIME_OVERFLOW"
  | "TIME_UNDERFLOW"
  | "TYPE_ERROR";

/** Name, code and cause are the same. */
export class HUIDError extends Error {
  readonly name: HUIDErrorCode;
  readonly code: HUIDErrorCode;
  readonly cause: HUIDErrorCode;
  constructor(code: HUIDErrorCode);
}

/**
 * A new id.
 *
 * @throws {@link HUIDError} `TIME_OVERFLOW` or `TIME_UNDERFLOW`
 */
export function huid(): bigint;
/** The next id up. @throws {@link HUIDError} `HUID_OVERFLOW` from the last on, `INVALID_HUID` below 0, `TYPE_ERROR` */
export function huidSucc(id: bigint): bigint;
/** The next id down. @throws {@link HUIDError} `HUID_UNDERFLOW` up to 0, `INVALID_HUID` above the last, `TYPE_ERROR` */
export function huidPred(id: bigint): bigint;
/** The time. @throws {@link HUIDError} `INVALID_HUID`, `TYPE_ERROR` */
export function huidDecodeTime(id: bigint): Date;
/** The random part. @throws {@link HUIDError} `INVALID_HUID`, `TYPE_ERROR` */
export function huidDecodeRandom(id: bigint): bigint;
/** 8 bytes, big-endian, where there is a `Buffer`. @throws {@link HUIDError} `INVALID_HUID`, `TYPE_ERROR` */
export function huidToBuffer(id: bigint): Bytes;
/** The id of 8 bytes. @throws {@link HUIDError} `INVALID_HUID`, `TYPE_ERROR` */
export function huidFromBuffer(buffer: Uint8Array): bigint;
/** 8 bytes, big-endian. @throws {@link HUIDError} `INVALID_HUID`, `TYPE_ERROR` */
export function huidToByteArray(id: bigint): Uint8Array;
/** The id of 8 bytes. @throws {@link HUIDError} `INVALID_HUID`, `TYPE_ERROR` */
export function huidFromByteArray(bytes: Uint8Array): bigint;

export interface HUIDValidatorOptions {
  /** Refuse ids after the time of the check. */
  disallowFuture?: boolean;
  /** Refuse ids before this date, or the date of this id; the date itself is allowed. */
  disallowBefore?: Date | bigint;
  /** Refuse ids after this date, or the date of this id; the date itself is allowed. */
  disallowAfter?: Date | bigint;
}
/** A function that tells ids from what is none. @throws {@link HUIDError} `TYPE_ERROR`, `INVALID_HUID` for a bound that is none */
export function huidValidator(options?: HUIDValidatorOptions): (id: bigint) => boolean;

/** 21 random bits. */
export function _huidRandComponent(): bigint;
/** Milliseconds since 2026. @throws {@link HUIDError} `TIME_OVERFLOW` or `TIME_UNDERFLOW` */
export function _huidTimeComponent(): bigint;
