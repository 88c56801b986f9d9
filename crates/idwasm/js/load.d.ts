/** Where a module is, or what it is. */
export type ModuleSource =
  | URL
  | string
  | Request
  | Response
  | BufferSource
  | WebAssembly.Module
  | Promise<Response | WebAssembly.Module>;
