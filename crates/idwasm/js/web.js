// The lean entry: the module is a file of its own, which is fetched and compiled as it arrives.
import { start } from "./core.js";

export * from "./index.js";

let started;

const compile = async (source) => {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`the module ${response.url} is not there: HTTP status ${response.status}`);
  // A server may not know the type that compiling as it arrives insists on.
  return response.headers.get("content-type") == "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
};

export const init = (source = new URL("./idwasm.wasm", import.meta.url)) =>
  (started ??= Promise.resolve(source)
    .then(compile)
    .then(start)
    .catch((error) => {
      // So that it can be tried again.
      started = undefined;
      throw error;
    }));

export default init;
