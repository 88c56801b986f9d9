// idwasm/huid: the interface of @howionlabs/huid, by its documentation.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { execFileSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import * as api from "idwasm/huid";

const { EPOCH_2026_MS, HUIDError, MAX_HUID_N, huid, huidDecodeRandom, huidDecodeTime, huidValidator } = api;

const at = (unixMs, random = 0n) => (BigInt(unixMs - 1767225600000) << 21n) | random;
const refused = (code, call) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof HUIDError && error instanceof Error);
    assert.deepEqual([error.name, error.code, error.cause], [code, code, code]);
    return true;
  });
const withClock = (unixMs, call) => {
  const clock = mock.method(Date, "now", () => unixMs);
  try {
    return call();
  } finally {
    clock.mock.restore();
  }
};

test("the names are all there, and no other", () => {
  assert.deepEqual(
    Object.keys(api).sort(),
    [
      "EPOCH_2026_MS", "EPOCH_2026_MS_N", "HUIDError", "MASK_21_BITS", "MASK_21_BITS_N", "MAX_HUID_N", "MAX_TIME_MS",
      "MAX_TIME_MS_N", "_huidRandComponent", "_huidTimeComponent", "huid", "huidDecodeRandom", "huidDecodeTime",
      "huidFromBuffer", "huidFromByteArray", "huidPred", "huidSucc", "huidToBuffer", "huidToByteArray",
      "huidValidator",
    ].sort(),
  );
});

test("constants", () => {
  assert.equal(EPOCH_2026_MS, Date.UTC(2026, 0, 1));
  assert.equal(api.MAX_TIME_MS, 4398046511103);
  assert.equal(api.MASK_21_BITS, 2097151);
  assert.equal(MAX_HUID_N, 9223372036854775807n);
  for (const name of ["EPOCH_2026_MS", "MAX_TIME_MS", "MASK_21_BITS"]) {
    assert.equal(api[`${name}_N`], BigInt(api[name]));
  }
});

test("an id has the clock's time and a random part", () => {
  const ids = withClock(EPOCH_2026_MS + 10, () => Array.from({ length: 100 }, huid));
  for (const id of ids) {
    assert.equal(huidDecodeTime(id).getTime(), EPOCH_2026_MS + 10);
    assert.ok(huidDecodeRandom(id) >= 0n && huidDecodeRandom(id) <= 0x1fffffn);
  }
  // 100 of two million: all equal is out of the question.
  assert.ok(new Set(ids).size > 90);
});

test("a clock outside the window", () => {
  for (const [unixMs, code] of [
    [EPOCH_2026_MS - 1, "TIME_UNDERFLOW"],
    [0, "TIME_UNDERFLOW"],
    [6165272111104, "TIME_OVERFLOW"],
  ]) {
    withClock(unixMs, () => {
      refused(code, huid);
      refused(code, api._huidTimeComponent);
    });
  }
  for (const wrong of [5n, Symbol("now"), "5", {}, NaN]) {
    withClock(wrong, () => {
      refused("TIME_UNDERFLOW", huid);
      refused("TIME_UNDERFLOW", api._huidTimeComponent);
    });
  }
  assert.equal(withClock(EPOCH_2026_MS + 5, api._huidTimeComponent), 5n);
  assert.equal(withClock(EPOCH_2026_MS + 5.75, api._huidTimeComponent), 5n);
  assert.equal(withClock(EPOCH_2026_MS + 5.75, () => huidDecodeTime(huid()).getTime()), EPOCH_2026_MS + 5);
  assert.equal(typeof api._huidRandComponent(), "bigint");
  assert.ok(api._huidRandComponent() <= api.MASK_21_BITS_N);
});

test("successor and predecessor", () => {
  assert.equal(api.huidSucc(41n), 42n);
  assert.equal(api.huidPred(42n), 41n);
  refused("HUID_OVERFLOW", () => api.huidSucc(MAX_HUID_N));
  refused("HUID_UNDERFLOW", () => api.huidPred(0n));
  // Beyond the ends as at them.
  for (const above of [MAX_HUID_N + 1n, 1n << 64n]) refused("HUID_OVERFLOW", () => api.huidSucc(above));
  for (const below of [-1n, -(1n << 64n)]) refused("HUID_UNDERFLOW", () => api.huidPred(below));
  refused("INVALID_HUID", () => api.huidSucc(-1n));
  refused("INVALID_HUID", () => api.huidPred(MAX_HUID_N + 1n));
  for (const wrong of [1, "1", undefined, Symbol("id")]) {
    refused("TYPE_ERROR", () => api.huidSucc(wrong));
    refused("TYPE_ERROR", () => api.huidPred(wrong));
  }
  for (const call of [huidDecodeTime, huidDecodeRandom, api.huidToByteArray]) {
    refused("INVALID_HUID", () => call(-1n));
    refused("INVALID_HUID", () => call(MAX_HUID_N + 1n));
    // A bigint of more than 64 bits would be cut at the border of the module.
    refused("INVALID_HUID", () => call(1n << 64n));
    refused("TYPE_ERROR", () => call(1));
    refused("TYPE_ERROR", () => call("1"));
  }
});

test("bytes", () => {
  const [id, bytes] = [0x0102030405060708n, [1, 2, 3, 4, 5, 6, 7, 8]];
  assert.deepEqual(api.huidToBuffer(id), Buffer.from(bytes));
  assert.ok(Buffer.isBuffer(api.huidToBuffer(id)));
  assert.deepEqual(api.huidToByteArray(id), new Uint8Array(bytes));
  assert.equal(api.huidFromBuffer(Buffer.from(bytes)), id);
  assert.equal(api.huidFromByteArray(new Uint8Array([0, ...bytes]).subarray(1)), id);
  for (const call of [api.huidFromBuffer, api.huidFromByteArray]) {
    for (const wrong of [[], bytes.slice(1), [...bytes, 9], [0x80, 0, 0, 0, 0, 0, 0, 0]]) {
      refused("INVALID_HUID", () => call(Buffer.from(wrong)));
    }
    for (const wrong of ["12345678", bytes, null, new Uint16Array(8), new DataView(new ArrayBuffer(8))]) {
      refused("TYPE_ERROR", () => call(wrong));
    }
    assert.equal(call(runInNewContext("new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8])")), id);
  }
});

test("the validator", () => {
  const plain = huidValidator();
  assert.ok(plain(0n) && plain(MAX_HUID_N));
  assert.ok(!plain(-1n) && !plain(MAX_HUID_N + 1n) && !plain(123) && !plain("1") && !plain(null));

  const [first, last] = [Date.UTC(2031, 5, 1), Date.UTC(2031, 5, 2)];
  for (const bounds of [
    { disallowBefore: new Date(first), disallowAfter: new Date(last) },
    { disallowBefore: at(first, 5n), disallowAfter: at(last) },
  ]) {
    const valid = huidValidator(bounds);
    assert.ok(valid(at(first)) && valid(at(last, 0x1fffffn)));
    assert.ok(!valid(at(first - 1, 0x1fffffn)) && !valid(at(last + 1)));
  }
  // An upper bound counts on its own.
  assert.ok(!huidValidator({ disallowAfter: new Date(last) })(at(last + 1)));
  assert.ok(!huidValidator({ disallowAfter: 0n })(at(EPOCH_2026_MS + 1)));

  const past = huidValidator({ disallowFuture: true });
  withClock(last, () => assert.ok(past(at(last)) && !past(at(last + 1))));
  // The future is that of the check, not that of the validator.
  withClock(last + 1, () => assert.ok(past(at(last + 1))));
  const both = huidValidator({ disallowFuture: true, disallowAfter: new Date(first) });
  withClock(last, () => assert.ok(both(at(first)) && !both(at(first + 1))));

  const other = runInNewContext(`new Date(${last})`);
  assert.ok(huidValidator({ disallowAfter: other })(at(last)) && !huidValidator({ disallowAfter: other })(at(last + 1)));
  refused("TYPE_ERROR", () => huidValidator({ disallowBefore: last }));
  refused("TYPE_ERROR", () => huidValidator({ disallowBefore: "2031" }));
  refused("TYPE_ERROR", () => huidValidator({ disallowAfter: "2031" }));
  refused("TYPE_ERROR", () => huidValidator({ disallowAfter: new Date(NaN) }));
  refused("INVALID_HUID", () => huidValidator({ disallowAfter: -1n }));
});

test("errors where the prototypes are frozen", () => {
  const code = `
    Object.freeze(Error.prototype);
    const { huidSucc } = await import("idwasm/huid");
    try { huidSucc(5); } catch (error) { console.log(error.name, error.code, error.cause); }`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  assert.equal(out, "TYPE_ERROR TYPE_ERROR TYPE_ERROR\n");
});
