// The interface of the package @howionlabs/huid, on the same module as everything else.
import { huid as generate, huidNow, huidTime, msOf, randomWord } from "./core.js";
import { IdError, isBytes } from "./error.js";
import { Huid } from "./index.js";

export const EPOCH_2026_MS = 1767225600000;
export const EPOCH_2026_MS_N = 1767225600000n;
export const MAX_TIME_MS = 2 ** 42 - 1;
export const MAX_TIME_MS_N = 0x3ff_ffff_ffffn;
export const MASK_21_BITS = 0x1fffff;
export const MASK_21_BITS_N = 0x1fffffn;
export const MAX_HUID_N = Huid.MAX;

export class HUIDError extends Error {
  // A field, since an assignment would reach for that of a prototype, which may be frozen.
  name;
  constructor(code) {
    super("");
    this.name = this.code = this.cause = code;
  }
}

const fail = (code) => {
  throw new HUIDError(code);
};

/** The id, where it is one. */
const valid = (id) =>
  typeof id != "bigint" ? fail("TYPE_ERROR") : id < 0n || id > MAX_HUID_N ? fail("INVALID_HUID") : id;

/** What another function makes at the clock's time; errors of time by this package's names. */
const atNow = (make) => {
  try {
    return make();
  } catch (error) {
    // Only a clock outside the window has this code; it is read again to say on which side.
    if (!(error instanceof IdError && error.code == "TIME")) throw error;
    const now = Date.now();
    return fail(typeof now == "number" && now > EPOCH_2026_MS ? "TIME_OVERFLOW" : "TIME_UNDERFLOW");
  }
};

export const huid = () => atNow(generate);

export const _huidTimeComponent = () => atNow(() => BigInt(huidTime(Math.floor(huidNow()))));

export const _huidRandComponent = () => BigInt(randomWord() >>> 11);

// Beyond an end there is no neighbour, whatever is asked for it.

export const huidSucc = (id) =>
  typeof id == "bigint" && id >= MAX_HUID_N ? fail("HUID_OVERFLOW") : valid(id) + 1n;

export const huidPred = (id) => (typeof id == "bigint" && id <= 0n ? fail("HUID_UNDERFLOW") : valid(id) - 1n);

export const huidDecodeTime = (id) => new Huid(valid(id)).date;

export const huidDecodeRandom = (id) => valid(id) & MASK_21_BITS_N;

export const huidToByteArray = (id) => new Huid(valid(id)).toBytes();

export const huidFromByteArray = (bytes) => {
  if (!isBytes(bytes)) fail("TYPE_ERROR");
  if (bytes.length != 8 || bytes[0] > 127) fail("INVALID_HUID");
  return Huid.fromBytes(bytes).value;
};

export const huidToBuffer = (id) => Buffer.from(huidToByteArray(id).buffer);

export const huidFromBuffer = huidFromByteArray;

/** A bound of time, in Unix milliseconds: a date, or the time of an id. */
const bound = (limit) => {
  if (typeof limit == "bigint") return huidDecodeTime(limit).getTime();
  const unixMs = typeof limit == "object" ? msOf(limit) : NaN;
  return Number.isInteger(unixMs) ? unixMs : fail("TYPE_ERROR");
};

export const huidValidator = (options) => {
  const { disallowFuture, disallowBefore, disallowAfter } = options ?? {};
  const first = disallowBefore == null ? -Infinity : bound(disallowBefore);
  const last = disallowAfter == null ? Infinity : bound(disallowAfter);
  return (id) => {
    try {
      const unixMs = huidDecodeTime(id).getTime();
      return unixMs >= first && unixMs <= last && !(disallowFuture && unixMs > Date.now());
    } catch {
      return false;
    }
  };
};
