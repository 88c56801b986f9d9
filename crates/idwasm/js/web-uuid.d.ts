import type { ModuleSource } from "./load.js";

export * from "./uuid.js";

/**
 * Fetches and compiles the module; nothing else that needs it works before. Once is enough.
 *
 * @param source where the module is, or what it is: by default `idwasm-uuid.wasm` beside this file.
 */
export function init(source?: ModuleSource): Promise<void>;
export default init;
