// idwasm/collision: what the shared vectors do not reach.
import assert from "node:assert/strict";
import { test } from "node:test";
import { IdError } from "idwasm";
import { huidBurst, huidSustained, scru128Generators } from "idwasm/collision";

const MAX = Number.MAX_SAFE_INTEGER;
const refused = (call) => assert.throws(call, (error) => error instanceof IdError && error.code === "RANGE");

test("none is 0, and not -0", () => {
  const none = { probability: 0, expectedPairs: 0 };
  for (const ids of [0, 1]) assert.deepEqual(huidBurst(ids), none);
  assert.deepEqual([huidSustained(0, MAX), huidSustained(MAX, 0), scru128Generators(MAX, 0, MAX)], [none, none, none]);
  assert.deepEqual([scru128Generators(1, MAX, MAX), scru128Generators(MAX, MAX, 0)], [none, none]);
});

test("the largest numbers are certain, and larger ones are refused", () => {
  for (const { probability, expectedPairs } of [huidBurst(MAX), huidSustained(MAX, MAX), scru128Generators(MAX, MAX, MAX)]) {
    assert.ok(probability === 1 && expectedPairs > 1 && expectedPairs < Infinity);
  }
  for (const wrong of [-1, 2 ** 53, 1e200, 1e303, Infinity, NaN, "1", 1n, undefined, Symbol("1"), Object.create(null)]) {
    for (const call of [
      () => huidBurst(wrong),
      () => huidSustained(wrong, 1),
      () => huidSustained(0, wrong),
      () => scru128Generators(wrong, 0, 1),
      () => scru128Generators(1, wrong, 1),
      () => scru128Generators(1, 1, wrong),
    ]) refused(call);
  }
  refused(() => huidBurst(1.5));
  refused(() => scru128Generators(1.5, 1, 1));
});
