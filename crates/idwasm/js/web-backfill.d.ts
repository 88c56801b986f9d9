import type { ModuleSource } from "./load.js";

export * from "./backfill.js";

/**
 * Fetches and compiles the module; what needs it throws `INIT` before. Once is enough.
 *
 * @param source where the module is, or what it is: by default `idwasm-backfill.wasm` beside this file.
 * @throws IdError `INIT` where it cannot be had, or is another; it can be called again then.
 */
export function init(source?: ModuleSource): Promise<void>;
export default init;
