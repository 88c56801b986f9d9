// The entry `idwasm/web`: that of `idwasm`, with the module as a file of its own.
import { start } from "./core.js";
import { loader } from "./load.js";

export * from "./index.js";

export const init = loader(start, "huid_many", () => new URL("./idwasm.wasm", import.meta.url));

export default init;
