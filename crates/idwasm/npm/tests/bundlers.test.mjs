// Each bundler builds the README's example without a plugin for WebAssembly, and the bundle runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import nodeResolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { build as vite } from "vite";
import webpack from "webpack";
import { examples } from "./examples.mjs";

mkdirSync("bundles", { recursive: true });
const entry = resolve("bundles/entry.js");
writeFileSync(entry, examples.bundlers[0]);

const runs = (file) => {
  const year = Number(execFileSync(process.execPath, [file], { encoding: "utf8", cwd: "/" }));
  assert.ok(Math.abs(year - new Date().getUTCFullYear()) <= 1, file);
};

/** Of the package's files in a bundle, none is but those that can be cut to what is used: also where it is for Node. */
const isEsm = (files) => {
  const own = files.map((file) => file.replaceAll("\\", "/")).filter((file) => file.includes("node_modules/idwasm/"));
  assert.ok(own.length > 0);
  for (const file of own) assert.match(file, /idwasm\/dist\/esm\//);
};

test("esbuild, as an ES module and as CommonJS", async () => {
  for (const platform of ["browser", "node", "neutral"]) {
    const { metafile } = await esbuild.build({ entryPoints: [entry], bundle: true, platform, write: false, metafile: true, logLevel: "error" });
    isEsm(Object.keys(metafile.inputs));
  }
  for (const [format, ending] of [["esm", "mjs"], ["cjs", "cjs"], ["iife", "js"]]) {
    const outfile = resolve(`bundles/esbuild.${ending}`);
    await esbuild.build({ entryPoints: [entry], bundle: true, minify: true, format, outfile, logLevel: "error" });
    runs(outfile);
  }
});

test("rollup", async () => {
  const bundle = await rollup({ input: entry, plugins: [nodeResolve()], onwarn: (warning) => assert.fail(warning.message) });
  isEsm(bundle.watchFiles);
  await bundle.write({ file: "bundles/rollup.mjs", format: "es" });
  runs(resolve("bundles/rollup.mjs"));
});

test("webpack, for browsers and for Node", async () => {
  for (const target of ["web", "node"]) {
    const filename = `webpack-${target}.cjs`;
    const stats = await promisify(webpack)({ entry, target, mode: "production", output: { path: resolve("bundles"), filename } });
    assert.ok(!stats.hasErrors() && !stats.hasWarnings(), stats.toString());
    isEsm([...stats.compilation.modules].flatMap((module) => [module, ...(module.modules ?? [])]).map((module) => module.resource ?? ""));
    runs(resolve("bundles", filename));
  }
});

test("Vite, for browsers and for server-side rendering", async () => {
  for (const ssr of [false, true]) {
    const outDir = resolve(`bundles/vite-${ssr ? "ssr" : "web"}`);
    const lib = { entry, formats: ["es"], fileName: () => "bundle.mjs" };
    await vite({
      root: resolve("bundles"),
      configFile: false,
      logLevel: "error",
      ssr: { noExternal: true },
      build: ssr ? { ssr: entry, outDir, rollupOptions: { output: { entryFileNames: "bundle.mjs" } } } : { lib, outDir },
    });
    runs(resolve(outDir, "bundle.mjs"));
  }
});

/** The size of what is bundled for some code, minified and compressed. */
const size = async (code) => {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: code, resolveDir: resolve(".") },
    bundle: true, minify: true, format: "esm", target: "es2022", write: false, logLevel: "error",
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
};

test("sizes, and nothing that is not used", async () => {
  const sizes = {
    "import { huid, scru128 }": await size('export { huid, scru128 } from "idwasm"'),
    "all of idwasm": await size('export * from "idwasm"'),
    "import * as all of idwasm": await size('import * as all from "idwasm"; globalThis.all = all'),
    "all of idwasm and idwasm/uuid": await size('export * from "idwasm"; export * from "idwasm/uuid"'),
    "idwasm/backfill": await size('export * from "idwasm/backfill"'),
    "idwasm/generator": await size('export * from "idwasm/generator"'),
    "idwasm/collision": await size('export * from "idwasm/collision"'),
  };
  console.log(sizes);
  const all = ["", "/uuid", "/backfill", "/generator", "/huid", "/scru128"].map((entry) => `import "idwasm${entry}";`);
  assert.equal(await size(all.join("\n")), await size(""));
  assert.ok(sizes["idwasm/collision"] < 1024, "the collisions need no module");
  // What the README says, and what it is to stay below.
  assert.ok(sizes["import { huid, scru128 }"] < 2300);
  assert.ok(sizes["all of idwasm"] < 4096);
  for (const name of ["idwasm", "idwasm-uuid", "idwasm-backfill"]) {
    assert.ok(readFileSync(`node_modules/idwasm/dist/web/${name}.wasm`).length < 4096, name);
  }
});
