// Loaded before npm, which keeps to itself how long a registry asks it to wait.
const { subscribe } = require("node:diagnostics_channel");

subscribe("http.client.response.finish", ({ response }) => {
  const wait = response.headers["retry-after"];
  if (response.statusCode === 429 && wait) process.stderr.write(`retry-after: ${wait}\n`);
});
