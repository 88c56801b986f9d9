// The module of other ids. The statuses are those of src/status.rs.
import { missing, module } from "./uuid-wasm.js";

/** Its functions, and where the two halves of a result are. */
export let wasm = missing;
export let result;

/** Takes the compiled module into use, once. */
export const start = (module) => {
  wasm = new WebAssembly.Instance(module).exports;
  result = new BigUint64Array(wasm.memory.buffer, wasm.result(), 2);
};

if (module) start(module);
