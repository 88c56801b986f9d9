// idwasm/backfill: ids for given times.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";
import { IdError, Scru128 } from "idwasm";
import { BackfillGenerator } from "idwasm/backfill";

const refused = (code, call) => assert.throws(call, (error) => error instanceof IdError && error.code === code);

// First, while no word has been drawn.
test("the shared vectors, of the words that they were made of", () => {
  // The n-th word of the source, from 1, is n * 0x9E3779B9 mod 2^32.
  let n = 0;
  const source = mock.method(crypto, "getRandomValues", (words) => {
    for (let i = 0; i < words.length; i++) words[i] = Math.imul(++n, 0x9e3779b9);
    return words;
  });
  try {
    const generator = new BackfillGenerator();
    const rows = readFileSync("testdata/uuid_backfill.tsv", "utf8").split("\n").filter((line) => /^\d/.test(line));
    assert.ok(rows.length > 150);
    for (const row of rows) {
      const [unixMs, expected] = row.split("\t");
      assert.equal(generator.generateAt(Number(unixMs)).value.toString(16).padStart(32, "0"), expected, row);
    }
    // Three draws of 64 words at most for nine words and one for each of two hundred times.
    assert.ok(source.mock.callCount() <= 4);
  } finally {
    source.mock.restore();
  }
});

test("ids of a time rise and differ, also when the time comes again", () => {
  const [a, b] = [new BackfillGenerator(), new BackfillGenerator()];
  const all = [];
  for (const unixMs of [1893456000000, 1577836800001, 1893456000000, 19170022844414]) {
    for (const generator of [a, b]) {
      const ids = Array.from({ length: 1000 }, () => generator.generateAt(new Date(unixMs)));
      ids.forEach((id, i) => assert.ok(id.unixMs === unixMs && (!i || id.compareTo(ids[i - 1]) > 0)));
      all.push(...ids.map(String));
    }
  }
  assert.equal(new Set(all).size, 8000);
  assert.ok(a.generateAt(1893456000000) instanceof Scru128);
});

test("times that have no ids, and missing randomness", () => {
  const generator = new BackfillGenerator();
  // The first and the last millisecond are reserved.
  for (const wrong of [0, 1577836799999, 1577836800000, 19170022844415, 19170022844416, NaN, 1893456000000.5, "2030", undefined]) {
    refused("TIME", () => generator.generateAt(wrong));
  }
  const source = mock.method(crypto, "getRandomValues", () => {
    throw new Error("none");
  });
  try {
    // Words that were drawn before are used up first.
    refused("RANDOMNESS", () => {
      for (let i = 0; i < 100; i++) new BackfillGenerator().generateAt(1893456000000);
    });
  } finally {
    source.mock.restore();
  }
  assert.equal(generator.generateAt(1893456000000).unixMs, 1893456000000);
});
