// The README's worker in workerd, the runtime of Cloudflare Workers: it compiles no module at run
// time, and gives no random values while a script loads.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { test } from "node:test";
import * as esbuild from "esbuild";
import { examples } from "./examples.mjs";

const CONFIG = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "main.js", esModule = embed "main.js"),
    (name = "idwasm.wasm", wasm = embed "idwasm.wasm"),
  ],
  compatibilityDate = "2025-01-01",
);
`;

test("a worker answers with ids", async () => {
  mkdirSync("workerd", { recursive: true });
  writeFileSync("workerd/entry.js", examples.workerd[0]);
  await esbuild.build({
    entryPoints: ["workerd/entry.js"],
    outfile: "workerd/main.js",
    bundle: true,
    format: "esm",
    conditions: ["workerd"],
    logLevel: "error",
    plugins: [
      {
        name: "modules stay files",
        setup({ onResolve }) {
          onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
            copyFileSync(resolve(resolveDir, path), `workerd/${basename(path)}`);
            return { path: basename(path), external: true };
          });
        },
      },
    ],
  });
  writeFileSync("workerd/config.capnp", CONFIG);
  const { default: program } = createRequire(import.meta.url)("workerd");
  const workerd = spawn(program, ["serve", "--control-fd=3", "workerd/config.capnp"], { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  try {
    const port = await new Promise((listens, fails) => {
      workerd.on("error", fails).on("exit", (code) => fails(new Error(`workerd ended: ${code}`)));
      workerd.stdio[3].on("data", (data) => {
        const line = JSON.parse(`${data}`.split("\n")[0]);
        if (line.event == "listen") listens(line.port);
      });
    });
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(`http://127.0.0.1:${port}`)).json()));
    for (const { scru128, huid } of answers) {
      assert.match(scru128, /^[0-9A-V]{26}$/);
      assert.match(huid, /^\d{17,19}$/);
    }
    assert.equal(new Set(answers.map(({ scru128 }) => scru128)).size, 20);
  } finally {
    workerd.kill();
  }
});
