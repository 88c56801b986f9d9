// The module of ids for given times. The layout is that of src/backfill.rs, and the statuses are those
// of src/status.rs.
import { missing, module } from "./backfill-wasm.js";
import { draw } from "./random.js";

let wasm = missing;
let out, state, words, left;

/** Takes the compiled module into use, once. No random values are drawn. */
export const start = (module) => {
  wasm = new WebAssembly.Instance(module).exports;
  const memory = wasm.memory.buffer;
  const at = wasm.backfill_shared();
  out = new BigUint64Array(memory, at, 2);
  state = new Uint8Array(memory, at + 16, 72);
  words = new Uint32Array(memory, at + 88, 64);
  left = new Uint32Array(memory, at + 344, 1);
};

if (module) start(module);

/** The state of a generator that has made no id. */
export const newState = () => new Uint8Array(72);

/** A new id of the generator with this state, as an integer, or what `refuse` makes of a status. */
export const generateAt = (own, unixMs, refuse) => {
  // Asked for first: where the module is not there yet, this is what says so.
  const { backfill } = wasm;
  for (;;) {
    state.set(own);
    const status = backfill(unixMs);
    if (!status) break;
    if (status != -2) return refuse(status);
    draw(words);
    left[0] = 64;
  }
  own.set(state);
  return (out[0] << 64n) | out[1];
};
