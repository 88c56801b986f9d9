// idwasm/generator: generators of a program's own.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { IdError, Scru128, scru128, scru128Many } from "idwasm";
import { Scru128Generator } from "idwasm/generator";

// 2030-01-01
const NOW = 1893456000000;
const refused = (code, call) => assert.throws(call, (error) => error instanceof IdError && error.code === code);
/** A clock that shows what it is set to, and a source of the words 1, 2, 3, ... */
const sources = () => {
  let drawn = 0;
  const all = { now: NOW, own: { clock: () => all.now, randomness: () => ++drawn } };
  return all;
};
const fields = (id) => [id.unixMs - NOW, id.counter, id.perSecRandom, id.perGenRandom];

test("words are drawn in the order counter, per-second, per-id, each where it is renewed", () => {
  const all = sources();
  const generator = new Scru128Generator(all.own);
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
  const generator = new Scru128Generator(all.own);
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
  for (const wrong of [5, null, "now", Symbol("now"), () => 1, { nextUint32: () => 1 }, { clok: Date.now }, [Date.now]]) {
    refused("TYPE", () => new Scru128Generator(wrong));
  }
  // Those of a prototype would be passed over, or taken from where nobody put them.
  refused("TYPE", () => new Scru128Generator(Object.create({ clock: () => NOW })));
  refused("TYPE", () => new Scru128Generator(new (class { randomness() { return 1; } })()));
  for (const wrong of [5, null, "now", {}]) {
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
  for (const unixMs of [0, 1577836800000, 19170022844415, NaN, 1893456000000n, Symbol("now"), "1893456000000", null, undefined]) {
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

test("values of sources that run code of their own are refused before they can, and disturb nobody", () => {
  const clock = mock.method(Date, "now", () => NOW + 60_000);
  try {
    let ran = 0;
    // What it would do in the midst of a call: make ids with another generator's state in place of its own.
    const odd = { valueOf: () => (ran++, scru128(), 1), [Symbol.toPrimitive]: () => (ran++, scru128(), 1) };
    const made = [scru128()];
    for (const wrong of [odd, 1n, Symbol("1"), Object.create(null)]) {
      const [late, random] = [new Scru128Generator({ clock: () => wrong }), new Scru128Generator({ clock: () => NOW, randomness: () => wrong })];
      for (let i = 0; i < 3; i++) {
        refused("TIME", () => late.generate());
        refused("RANGE", () => random.generateOrAbort());
        made.push(scru128(), `${Scru128.generate()}`, ...scru128Many(2));
      }
    }
    assert.equal(ran, 0);
    assert.deepEqual(made, [...new Set(made)].sort());
    // One counter went up, and the randomness is not that of a source.
    const all = made.map(Scru128.parse);
    assert.equal(new Set(all.map((id) => id.perSecRandom)).size, 1);
    assert.ok(all.every((id, i) => !i || id.counter > all[i - 1].counter) && new Set(all.map((id) => id.perGenRandom)).size > 40);
  } finally {
    clock.mock.restore();
  }
});

test("sources that make ids themselves", () => {
  const made = [];
  const generator = new Scru128Generator({ clock: () => (made.push(scru128()), NOW), randomness: () => (made.push(scru128()), 5) });
  const own = Array.from({ length: 20 }, () => generator.generate());
  assert.deepEqual(own.map((id) => id.counter), Array.from(own, (_, i) => 5 + i));
  assert.deepEqual(made, [...new Set(made)].sort());
});
