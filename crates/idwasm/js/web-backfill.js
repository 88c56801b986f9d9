// The entry `idwasm/web/backfill`: that of `idwasm/backfill`, with the module as a file of its own.
import { start } from "./backfill-module.js";
import { loader } from "./load.js";

export * from "./backfill.js";

export const init = loader(start, "backfill_shared", () => new URL("./idwasm-backfill.wasm", import.meta.url));

export default init;
