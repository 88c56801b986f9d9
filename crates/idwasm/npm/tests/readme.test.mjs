// The examples of the README that run in Node and TypeScript; the others have tests of their own,
// which take them from here as well.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { examples } from "./examples.mjs";

const run = (name, code) => {
  mkdirSync("readme", { recursive: true });
  writeFileSync(`readme/${name}`, code);
  return execFileSync(process.execPath, [`readme/${name}`], { encoding: "utf8" });
};

test("every example is of a kind that is run", () => {
  const kinds = ["browser", "bundlers", "commonjs", "node", "typescript", "web", "webworker", "workerd"];
  assert.deepEqual(Object.keys(examples).sort(), kinds);
});

test("Node", () => {
  const [first, second] = examples.node.map((code, i) => run(`node${i}.mjs`, code));
  assert.match(first, /^[0-9A-V]{26}\n\d{17}n\n$/);
  assert.match(second, /^2022-02-22T19:22:22.000Z 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n[0-9A-V]{26}\n0.2119/);
});

test("CommonJS", () => {
  assert.match(run("commonjs.cjs", examples.commonjs[0]), /^\[(\s+'[0-9A-V]{26}',?){3}\s+\]\n$/);
});

test("TypeScript", () => {
  mkdirSync("readme", { recursive: true });
  writeFileSync("readme/typescript.mts", examples.typescript[0]);
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target", "es2022"];
  execFileSync("node", ["../node_modules/typescript/bin/tsc", ...strict, "--module", "nodenext", "--types", "node", "--outDir", "readme/out", "readme/typescript.mts"], { stdio: "inherit" });
  const out = execFileSync(process.execPath, ["readme/out/typescript.mjs"], { encoding: "utf8" });
  assert.match(out, /^2021-10-17T11:50:39.325Z 192895179 00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2\n/);
  assert.match(out, /TEXT_DIGIT 10 SCRU128 text has "W" at position 10/);
});
