// How a module that is a file of its own is fetched, and compiled as it arrives.

const compile = async (source) => {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`the module ${response.url} is not there: HTTP status ${response.status}`);
  // A server may not know the type that compiling as it arrives insists on.
  return response.headers.get("content-type") == "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
};

/** A function that starts a module once, from where it is said to be, or from `url()`. */
export const loader = (start, url) => {
  let started;
  return (source = url()) =>
    (started ??= Promise.resolve(source)
      .then(compile)
      .then(start)
      .catch((error) => {
        // So that it can be tried again.
        started = undefined;
        throw error;
      }));
};
