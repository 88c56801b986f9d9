// The examples of the guide, each of which checks itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { examplesOf } from "./examples.mjs";

const chapters = readdirSync("guide").filter((name) => name.endsWith(".md"));
const withExamples = chapters.filter((name) => Object.keys(examplesOf(`guide/${name}`)).length > 0);

test("the guide is there", () => {
  assert(withExamples.includes("javascript.md"));
});

for (const chapter of withExamples) {
  test(chapter, () => {
    const { node, ...others } = examplesOf(`guide/${chapter}`);
    assert.deepEqual(others, {}, "a kind of example that nothing runs");
    mkdirSync("guide/run", { recursive: true });
    for (const [i, code] of node.entries()) {
      assert.match(code, /assert/, "an example that checks nothing");
      const file = `guide/run/${chapter}-${i}.mjs`;
      writeFileSync(file, code);
      execFileSync(process.execPath, [file], { encoding: "utf8" });
    }
  });
}
