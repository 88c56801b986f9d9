// How a module that is a file of its own is fetched, and compiled as it arrives.
import { IdError, fail, show } from "./error.js";

/** In place of a module's functions until they are there. */
export const missing = new Proxy({}, {
  get: () => fail("INIT", "the module is not there yet: `await init()`, which is exported beside this function, comes first"),
});

/** What kind of object a value is, also where it comes from another realm. */
const kind = (value) => Object.prototype.toString.call(value).slice(8, -1);

const compile = async (source) => {
  if (kind(source) == "WebAssembly.Module") return source;
  if (kind(source) == "ArrayBuffer" || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (!/^(String|URL|Request|Response)$/.test(kind(source)))
    fail("INIT", `init takes a URL, a Response, bytes or a WebAssembly.Module, found ${show(source)}`);
  const response = kind(source) == "Response" ? source : await fetch(source);
  if (!response.ok) fail("INIT", `the module is not there: HTTP status ${response.status} ${response.url}`);
  // A server may not know the type that compiling as it arrives insists on.
  const type = response.headers.get("content-type");
  if (type == "application/wasm") return WebAssembly.compileStreaming(response);
  const bytes = await response.arrayBuffer();
  return WebAssembly.compile(bytes).catch((cause) =>
    fail("INIT", `no module is there: ${response.url} gives ${type}: ${cause.message}`, undefined, cause),
  );
};

/**
 * A function that starts a module once, from where it is said to be, or from `url()`; the module is the
 * one that has this function.
 */
export const loader = (start, name, url) => {
  const load = async (source) => {
    const given = await source;
    const module = await compile(given === undefined ? url() : given);
    // Checked before it is taken into use: what fails leaves nothing behind.
    if (!WebAssembly.Module.exports(module).some((found) => found.name == name))
      fail("INIT", `the module is not the one of this entry: it has no function ${name}`);
    start(module);
  };
  let started;
  return (source) =>
    (started ??= load(source).catch((cause) => {
      // So that it can be tried again.
      started = undefined;
      throw cause instanceof IdError
        ? cause
        : new IdError("INIT", `the module cannot be had: ${show(cause?.message ?? cause)}`, undefined, cause);
    }));
};
