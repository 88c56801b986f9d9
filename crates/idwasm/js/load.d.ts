/** Where a module is, or what it is. */
export type ModuleSource =
  | URL
  | string
  | Response
  | BufferSource
  | WebAssembly.Module
  | Promise<Response | WebAssembly.Module>;
