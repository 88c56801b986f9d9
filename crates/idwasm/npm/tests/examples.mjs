// The examples of the README, by the kind that the comment before each names.
import { readFileSync } from "node:fs";

export const examples = {};
for (const [, kind, code] of readFileSync("README.md", "utf8").matchAll(/<!-- example: (\w+) -->\n```\w+\n(.*?)```/gs)) {
  (examples[kind] ??= []).push(code);
}
