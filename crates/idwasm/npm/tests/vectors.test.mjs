// The shared vectors and the properties, in Node.
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as ids from "idwasm";
import * as collision from "idwasm/collision";
import * as uuids from "idwasm/uuid";
import { checks } from "../page/checks.js";

const vectors = Object.fromEntries(
  readdirSync("testdata")
    .filter((name) => name.endsWith(".tsv"))
    .map((name) => [name.slice(0, -4), readFileSync(`testdata/${name}`, "utf8")]),
);

for (const { name, run } of checks({ ids, uuids, collision, vectors })) {
  test(name, () => {
    if (!(run() > 0)) throw new Error("no case was checked");
  });
}
