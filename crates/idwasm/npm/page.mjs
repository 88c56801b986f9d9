// Makes the page: one file that needs nothing else, so that it works offline and from a disk.
//
// node page.mjs CRATE OUT, called by `cargo xtask wasm --page`
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const [crate, out] = process.argv.slice(2);
const source = (...names) => join(crate, "page", ...names);
const testdata = join(crate, "..", "..", "testdata");
/** The tables that the checks read. */
const TABLES = ["collisions", "huid", "rejects", "scru128", "ulid_text", "uuid_huid", "uuid_lossy", "uuid_time"];

const table = (name) => readFileSync(join(testdata, `${name}.tsv`), "utf8");
const { outputFiles } = await build({
  entryPoints: [source("main.js")],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  write: false,
  plugins: [
    {
      name: "idwasm",
      setup({ onLoad, onResolve }) {
        // The page has the package that was just built.
        onResolve({ filter: /^idwasm(\/\w+)?$/ }, ({ path }) => ({
          path: join(import.meta.dirname, "package", "dist", "esm", `${path.split("/")[1] ?? "index"}.js`),
        }));
        onResolve({ filter: /^vectors$/ }, () => ({ path: "vectors", namespace: "vectors" }));
        onLoad({ filter: /.*/, namespace: "vectors" }, () => ({
          contents: JSON.stringify(Object.fromEntries(TABLES.map((name) => [name, table(name)]))),
          loader: "json",
        }));
      },
    },
  ],
});

// The end of a script in a text would end the page's own.
const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
const page = readFileSync(source("index.html"), "utf8")
  .replace("/* style.css */", () => readFileSync(source("style.css"), "utf8"))
  .replace("/* main.js */", () => script);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "index.html"), page);
console.log(`${join(out, "index.html")}: ${page.length} characters`);
