// The examples of a document, by the kind that the comment before each names.
import { readFileSync } from "node:fs";

export const examplesOf = (file) => {
  const examples = {};
  for (const [, kind, code] of readFileSync(file, "utf8").matchAll(/<!-- example: (\w+) -->\n```\w+\n(.*?)```/gs)) {
    (examples[kind] ??= []).push(code);
  }
  return examples;
};

/** Those of the README. */
export const examples = examplesOf("README.md");
