// Makes the npm package of the modules that cargo has built and of js/.
//
// node build.mjs CRATE MODULES VERSION OUT, called by `cargo xtask wasm`
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import binaryen from "binaryen";
import { transformSync } from "esbuild";

const [crate, modules, version, out] = process.argv.slice(2);
const tools = dirname(createRequire(import.meta.url).resolve("binaryen/package.json"));

/** What every engine since 2021 has, and rustc makes use of. */
const FEATURES = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals"];
/** Older browsers compile no larger module synchronously on the main thread. */
const MAX_MODULE = 4096;
/** What the package is under. */
const LICENSES = ["LICENSE-MIT", "LICENSE-APACHE"];

const optimized = (name) => {
  const to = join(out, `${name}.wasm`);
  const linked = binaryen.readBinary(readFileSync(join(modules, `${name}.wasm`)));
  // What rustc exports for tools that look for memory to use.
  for (const unused of ["__data_end", "__heap_base"]) linked.removeExport(unused);
  writeFileSync(to, linked.emitBinary());
  execFileSync(process.execPath, [
    join(tools, "bin", "wasm-opt"),
    to,
    ...["-Oz", "--converge", "--strip-debug", "--strip-producers", "--strip-target-features"],
    ...FEATURES.map((feature) => `--enable-${feature}`),
    ...["-o", to],
  ]);
  const bytes = readFileSync(to);
  rmSync(to);
  const { length } = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  if (length) throw new Error(`${name}.wasm has ${length} imports`);
  if (bytes.length > MAX_MODULE) throw new Error(`${name}.wasm has ${bytes.length} bytes, over ${MAX_MODULE}`);
  return bytes;
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
/** What the sources import, by the name of its file, and the module's name as a file of its own. */
const wasm = {
  wasm: { bytes: optimized("ids"), file: "idwasm.wasm" },
  "uuid-wasm": { bytes: optimized("uuid"), file: "idwasm-uuid.wasm" },
  "backfill-wasm": { bytes: optimized("backfill"), file: "idwasm-backfill.wasm" },
};

/** Hexadecimal: compressed, it is a fifth smaller than base 64, which cuts bytes into pieces. */
const inlined = (bytes) => `const bytes = "${bytes.toString("hex")}".match(/../g);
export const module = /* @__PURE__ */ new WebAssembly.Module(Uint8Array.from(bytes, (byte) => "0x" + byte));
export let missing;
`;

/** How each variant gets the modules, and what stands in for their functions until they are there. */
const VARIANTS = {
  esm: inlined,
  cjs: inlined,
  // These hosts compile no module at run time; their bundler hands over a compiled one.
  workerd: (_, file) => `import module from "./${file}";\nexport { module };\nexport let missing;\n`,
  web: () => 'export const module = undefined;\nexport { missing } from "./load.js";\n',
};

const sources = readdirSync(join(crate, "js"));
/** What there is for modules that are files alone, and what there is not for them. */
const WEB_ONLY = /^(web|load)\b/;
const NOT_WEB = /^(collision|generator|huid|scru128)\b/;
for (const [variant, glue] of Object.entries(VARIANTS)) {
  const folder = join(out, "dist", variant);
  mkdirSync(folder, { recursive: true });
  const write = (name, code) => {
    const format = variant === "cjs" ? "cjs" : "esm";
    // Names stay: this is what a debugger shows. Bundlers shorten them.
    const options = { format, minifySyntax: true, minifyWhitespace: true, target: "es2022", charset: "utf8" };
    writeFileSync(join(folder, name), transformSync(code, options).code);
  };
  for (const file of sources) {
    if ((variant === "web" ? NOT_WEB : WEB_ONLY).test(file)) continue;
    if (file.endsWith(".d.ts")) copyFileSync(join(crate, "js", file), join(folder, file));
    else write(file, readFileSync(join(crate, "js", file), "utf8"));
  }
  for (const [name, { bytes, file }] of Object.entries(wasm)) {
    write(`${name}.js`, glue(bytes, file));
    if (variant === "workerd" || variant === "web") writeFileSync(join(folder, file), bytes);
  }
  if (variant === "cjs") writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
}

/**
 * In Node, an ES module of each entry that hands on what the CommonJS one has: both in one program are
 * one generator, and the same classes.
 */
const ENTRIES = ["index", "huid", "scru128", "uuid", "backfill", "generator", "collision"];
mkdirSync(join(out, "dist", "node"));
for (const name of ENTRIES) {
  const file = join(out, "dist", "cjs", `${name}.js`);
  const names = Object.keys(createRequire(import.meta.url)(file)).join(",");
  writeFileSync(join(out, "dist", "node", `${name}.js`), `import cjs from "../cjs/${name}.js";\nexport const {${names}} = cjs;\n`);
}

const condition = (variant, name, types = variant) => ({
  types: `./dist/${types}/${name}.d.ts`,
  default: `./dist/${variant}/${name}.js`,
});
const entry = (name) => ({
  workerd: condition("workerd", name),
  // Bundlers know this one, and Node does not: the one that can be cut to what is used.
  module: condition("esm", name),
  node: { import: condition("node", name, "esm"), require: condition("cjs", name) },
  import: condition("esm", name),
  require: condition("cjs", name),
});
const manifest = {
  name: "idwasm",
  version,
  description: "HUID and SCRU128, two time-sortable ids: a BIGINT and 26 digits. Rust in WebAssembly, synchronous everywhere.",
  keywords: ["id", "uuid", "ulid", "huid", "scru128", "sortable", "wasm"],
  license: "MIT OR Apache-2.0",
  type: "module",
  main: "./dist/cjs/index.js",
  types: "./dist/cjs/index.d.ts",
  exports: {
    ...Object.fromEntries(ENTRIES.map((name) => [name == "index" ? "." : `./${name}`, entry(name)])),
    "./web": condition("web", "web"),
    "./web/uuid": condition("web", "web-uuid"),
    "./web/backfill": condition("web", "web-backfill"),
    "./idwasm.wasm": "./dist/web/idwasm.wasm",
    "./idwasm-uuid.wasm": "./dist/web/idwasm-uuid.wasm",
    "./idwasm-backfill.wasm": "./dist/web/idwasm-backfill.wasm",
    "./package.json": "./package.json",
  },
  // npm adds a file `LICENSE` by itself, but not two by these names.
  files: ["dist", ...LICENSES],
  sideEffects: false,
  engines: { node: ">=20" },
};
writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(crate, "README.md"), join(out, "README.md"));
for (const license of LICENSES) {
  copyFileSync(join(crate, "..", "..", license), join(out, license));
}
for (const { bytes, file } of Object.values(wasm)) console.log(`${file}: ${bytes.length} bytes`);
