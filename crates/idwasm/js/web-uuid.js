// The entry `idwasm/web/uuid`: that of `idwasm/uuid`, with the module as a file of its own.
import { start } from "./uuid-module.js";
import { loader } from "./load.js";

export * from "./uuid.js";

export const init = loader(start, "map_to", () => new URL("./idwasm-uuid.wasm", import.meta.url));

export default init;
