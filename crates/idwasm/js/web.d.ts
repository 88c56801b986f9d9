export * from "./index.js";

/**
 * Fetches and compiles the module; nothing else works before. Once is enough.
 *
 * @param source where the module is, or what it is: by default `idwasm.wasm` beside this file.
 */
export function init(
  source?: URL | string | Response | BufferSource | WebAssembly.Module | Promise<Response | WebAssembly.Module>,
): Promise<void>;
export default init;
