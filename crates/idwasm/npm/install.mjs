// Packs the package and installs it in an empty folder, which is what the tests use.
//
// node install.mjs CRATE TESTDATA GUIDE, called by `cargo xtask test`
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [crate, testdata, guide] = process.argv.slice(2);
const npm = (cwd, ...words) => execFileSync("npm", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const consumer = join(import.meta.dirname, "consumer");
rmSync(consumer, { recursive: true, force: true });
mkdirSync(consumer);
const [{ filename, files }] = JSON.parse(npm(join(import.meta.dirname, "package"), "pack", "--json", "--pack-destination", consumer));
writeFileSync(join(consumer, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }\n');
npm(consumer, "install", "--offline", "--no-package-lock", "--silent", `./${filename}`);

const { scripts, dependencies } = JSON.parse(readFileSync(join(consumer, "node_modules/idwasm/package.json"), "utf8"));
if (scripts || dependencies) throw new Error("the package is to have no scripts and no dependencies");

for (const [from, to] of [
  [join(import.meta.dirname, "tests"), "tests"],
  [join(crate, "page"), "page"],
  [testdata, "testdata"],
  [guide, "guide"],
]) cpSync(from, join(consumer, to), { recursive: true });
cpSync(join(crate, "README.md"), join(consumer, "README.md"));
console.log(`${filename}: ${files.length} files; tests: ${readdirSync(join(consumer, "tests")).length}`);
