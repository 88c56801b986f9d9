// Makes the npm package of the two modules that cargo has built and of js/.
//
// node build.mjs CRATE MODULES VERSION OUT, called by `cargo xtask wasm`
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";

const [crate, modules, version, out] = process.argv.slice(2);
const tools = dirname(createRequire(import.meta.url).resolve("binaryen/package.json"));

/** What every engine since 2021 has, and rustc makes use of. */
const FEATURES = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals"];
/** Older browsers compile no larger module synchronously on the main thread. */
const MAX_MODULE = 4096;

const optimized = (name) => {
  const to = join(out, `${name}.wasm`);
  execFileSync(process.execPath, [
    join(tools, "bin", "wasm-opt"),
    join(modules, `${name}.wasm`),
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
const wasm = { wasm: optimized("ids"), "uuid-wasm": optimized("uuid") };

/** Hexadecimal: compressed, it is a tenth smaller than base 64, which cuts bytes into pieces. */
const inlined = (bytes) => `const bytes = "${bytes.toString("hex")}".match(/../g);
export const module = /* @__PURE__ */ new WebAssembly.Module(Uint8Array.from(bytes, (byte) => parseInt(byte, 16)));
`;

/** How each variant gets the modules. */
const VARIANTS = {
  esm: inlined,
  cjs: inlined,
  // These hosts compile no module at run time; their bundler hands over a compiled one.
  workerd: (_, name) => `import module from "./${name}.wasm";\nexport { module };\n`,
  web: () => "export const module = undefined;\n",
};
const FILES = { "wasm": "idwasm", "uuid-wasm": "idwasm-uuid" };

const sources = readdirSync(join(crate, "js"));
for (const [variant, glue] of Object.entries(VARIANTS)) {
  const folder = join(out, "dist", variant);
  mkdirSync(folder, { recursive: true });
  const write = (name, code) => {
    const format = variant === "cjs" ? "cjs" : "esm";
    // Names stay: this is what a debugger shows. Bundlers shorten them.
    const options = { format, minifySyntax: true, minifyWhitespace: true, target: "es2022", charset: "utf8" };
    writeFileSync(join(folder, name), transformSync(code, options).code);
  };
  const wanted = variant === "web" ? ["core.js", "error.js", "index.js", "index.d.ts", "web.js", "web.d.ts"] : null;
  for (const file of sources) {
    if (wanted ? !wanted.includes(file) : file.startsWith("web.")) continue;
    if (file.endsWith(".d.ts")) copyFileSync(join(crate, "js", file), join(folder, file));
    else write(file, readFileSync(join(crate, "js", file), "utf8"));
  }
  for (const [name, bytes] of Object.entries(wasm)) {
    if (variant === "web" && name !== "wasm") continue;
    write(`${name}.js`, glue(bytes, FILES[name]));
    if (variant === "workerd" || variant === "web") writeFileSync(join(folder, `${FILES[name]}.wasm`), bytes);
  }
  if (variant === "cjs") writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
}

const condition = (variant, name, types = variant) => ({
  types: `./dist/${types}/${name}.d.ts`,
  default: `./dist/${variant}/${name}.js`,
});
const entry = (name) => ({
  workerd: condition("workerd", name),
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
    ".": entry("index"),
    "./huid": entry("huid"),
    "./scru128": entry("scru128"),
    "./uuid": entry("uuid"),
    "./collision": entry("collision"),
    "./web": condition("web", "web"),
    "./idwasm.wasm": "./dist/web/idwasm.wasm",
    "./package.json": "./package.json",
  },
  files: ["dist"],
  sideEffects: false,
  engines: { node: ">=20" },
};
writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(crate, "README.md"), join(out, "README.md"));
for (const license of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  copyFileSync(join(crate, "..", "..", license), join(out, license));
}
for (const [name, bytes] of Object.entries(wasm)) console.log(`${FILES[name]}.wasm: ${bytes.length} bytes`);
