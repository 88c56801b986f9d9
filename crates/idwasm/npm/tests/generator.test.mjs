// idwasm/generator: generators of a program's own.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { IdError, Scru128, scru128 } from "idwasm";
import { Scru128Generator } from "idwasm/generator";

// 2030-01-01
const NOW = 1893456000000;
const refused = (code, call) => assert.throws(call, (error) => error instanceof IdError && error.code === code);
/** A clock that shows what it is set to, and a source of the words 1, 2, 3, ... */
const sources = () => {
  const all = { now: NOW, drawn: 0, clock: () => all.now, randomness: () => ++all.drawn };
  return all;
};
const fields = (id) => [id.unixMs - NOW, id.counter, id.perSecRandom, id.perGenRandom];

test("words are drawn in the order counter, per-second, per-id, each where it is renewed", () => {
  const all = sources();
  const generator = new Scru128Generator(all);
  assert.deepEqual(fields(generator.generate()), [0, 1, 2, 3]);
  assert.deepEqual(fields(generator.generateOrAbort()), [0, 2, 2, 4]);
  all.now = NOW + 1;
  assert.deepEqual(fields(generator.generate()), [1, 5, 2, 6]);
  // Up to 10 s back: counted on, by both.
  all.now = NOW - 9999;
  assert.deepEqual(fields(generator.generateOrAbort()), [1, 6, 2, 7]);
});

test("further back, one resets and the other is an error that changes nothing", () => {
  const all = sources();
  const generator = new Scru128Generator(all);
  const first = generator.generate();
  all.now = NOW - 10_001;
  assert.throws(() => generator.generateOrAbort(), (error) => {
    assert.ok(error instanceof IdError && error.code === "ROLLBACK");
    assert.match(error.message, /clock, at Unix 1893455989999 ms, is more than 10 s behind the last id/);
    return true;
  });
  all.now = NOW;
  assert.equal(generator.generateOrAbort().counter, first.counter + 1);
  all.now = NOW - 10_001;
  const reset = generator.generate();
  assert.ok(reset.compareTo(first) < 0 && reset.unixMs === NOW - 10_001);
  assert.ok(generator.generateOrAbort().compareTo(reset) > 0);
});

test("the end of the counter takes the next millisecond", () => {
  const generator = new Scru128Generator({ clock: () => NOW, randomness: () => 2 ** 32 - 1 });
  assert.deepEqual(fields(generator.generate()), [0, 2 ** 28 - 1, 2 ** 24 - 1, 2 ** 32 - 1]);
  assert.deepEqual(fields(generator.generate()), [1, 2 ** 28 - 1, 2 ** 24 - 1, 2 ** 32 - 1]);
});

test("sources are checked, and what they throw leaves the generator as it was", () => {
  for (const wrong of [5, "now", {}]) {
    refused("TYPE", () => new Scru128Generator({ clock: wrong }));
    refused("TYPE", () => new Scru128Generator({ randomness: wrong }));
  }
  let word = 7;
  const generator = new Scru128Generator({ clock: () => NOW, randomness: () => word });
  assert.equal(generator.generate().counter, 7);
  for (const wrong of [-1, 2 ** 32, 0.5, NaN, "1", 1n, undefined]) {
    word = wrong;
    refused("RANGE", () => generator.generate());
  }
  word = 9;
  assert.deepEqual(fields(generator.generate()), [0, 8, 7, 9]);
  for (const unixMs of [0, 1577836800000, 19170022844415, NaN]) {
    refused("TIME", () => new Scru128Generator({ clock: () => unixMs }).generate());
  }
});

test("without sources it has Date.now and crypto, and disturbs nobody", () => {
  const clock = mock.method(Date, "now", () => NOW);
  try {
    const [a, b] = [new Scru128Generator(), new Scru128Generator({})];
    let last = [a, b].map((generator) => generator.generate());
    let text = scru128();
    for (let i = 0; i < 5000; i++) {
      const next = [a, b].map((generator) => (i % 2 ? generator.generate() : generator.generateOrAbort()));
      next.forEach((id, k) => assert.equal(id.counter, last[k].counter + 1));
      last = next;
      const nextText = scru128();
      assert.ok(text < nextText);
      text = nextText;
    }
    assert.ok(Scru128.parse(text).unixMs === NOW && !last[0].equals(last[1]));
  } finally {
    clock.mock.restore();
  }
});
