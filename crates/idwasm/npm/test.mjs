// Runs the tests against the installed package; CHROMIUM names the browser, where there is one.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "consumer", "tests");
const only = process.argv[2] ?? "";
const tests = readdirSync(folder).filter((name) => /\.test\.[mc]js$/.test(name) && name.includes(only));
const words = ["--test", "--test-concurrency=2", "--test-reporter=spec", ...tests.map((name) => join(folder, name))];
const { status } = spawnSync(process.execPath, words, { cwd: join(folder, ".."), stdio: "inherit" });
process.exit(status ?? 1);
