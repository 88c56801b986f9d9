// The page, the README's examples and a worker in Chromium, which CHROMIUM names.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { examples } from "./examples.mjs";

const executablePath = process.env.CHROMIUM;
const skip = executablePath ? false : "no browser";
const PAGE = resolve("../../page/index.html");
const SHOTS = resolve("../screenshots");
const ARGUMENTS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

let browser, server, base;

before(async () => {
  if (skip) return;
  mkdirSync(SHOTS, { recursive: true });
  server = createServer(({ url }, response) => {
    try {
      const path = normalize(decodeURI(new URL(url, "http://localhost").pathname));
      if (path == "/favicon.ico") return response.writeHead(204).end();
      const body = readFileSync(join(resolve("."), path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({ executablePath, args: ARGUMENTS });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A page whose every error fails the test. */
const open = async (url, options) => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() == "error" && errors.push(message.text()));
  await page.goto(url);
  return { page, close: async () => (assert.deepEqual(errors, []), context.close()) };
};

test("the README's pages: without a bundler, and with the module as a file", { skip }, async () => {
  for (const kind of ["browser", "web"]) {
    writeFileSync(`${kind}.html`, examples[kind][0]);
    const { page, close } = await open(`${base}/${kind}.html`);
    await page.waitForFunction(() => document.querySelector("output").textContent);
    assert.match(await page.textContent("output"), /^[0-9A-V]{26}$/);
    await close();
  }
});

test("idwasm/web takes the module in every form, and tries again after a failure", { skip }, async () => {
  writeFileSync("empty.html", "<!doctype html>");
  for (const form of ["nothing", "url", "text", "response", "bytes", "module", "untyped"]) {
    const { page, close } = await open(`${base}/empty.html`);
    const id = await page.evaluate(async (form) => {
      const file = "/node_modules/idwasm/dist/web/idwasm.wasm";
      const sources = {
        nothing: () => undefined,
        url: () => new URL(file, location.href),
        text: () => file,
        response: () => fetch(file),
        bytes: async () => (await fetch(file)).arrayBuffer(),
        module: () => WebAssembly.compileStreaming(fetch(file)),
        untyped: async () => new Response(await (await fetch(file)).arrayBuffer()),
      };
      const { init, scru128, huidMany, IdError, Scru128 } = await import("/node_modules/idwasm/dist/web/web.js");
      const refused = async (call, pattern) => {
        try {
          await call();
        } catch (error) {
          if (error instanceof IdError && error.code == "INIT" && pattern.test(error.message)) return;
          throw error;
        }
        throw new Error(`no error of ${pattern}`);
      };
      for (const make of [scru128, () => huidMany(1), Scru128.generate]) await refused(make, /await init/);
      await refused(() => init(new Response("", { status: 404 })), /not there: HTTP status 404/);
      await refused(() => init("/empty.html"), /empty.html gives text\/html/);
      await refused(() => init("/node_modules/idwasm/dist/web/idwasm-uuid.wasm"), /not the one of this entry/);
      await refused(() => init(new Uint8Array(3)), /cannot be had/);
      await refused(() => init(Promise.reject(new Error("of its own"))), /cannot be had: of its own/);
      for (const wrong of [5, null, {}, Symbol("source")]) await refused(() => init(wrong), /init takes a URL/);
      await init(await sources[form]());
      return scru128();
    }, form);
    assert.match(id, /^[0-9A-V]{26}$/, form);
    await close();
  }
});

test("idwasm/web/uuid and idwasm/web/backfill fetch modules of their own", { skip }, async () => {
  const { page, close } = await open(`${base}/empty.html`);
  const found = await page.evaluate(async () => {
    const folder = "/node_modules/idwasm/dist/web";
    const uuid = await import(`${folder}/web-uuid.js`);
    const backfill = await import(`${folder}/web-backfill.js`);
    await Promise.all([uuid.init(), backfill.default()]);
    const id = uuid.scru128FromUuidV7("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    return [id.unixMs, uuid.uuidTimeFromScru128(id), new backfill.BackfillGenerator().generateAt(id.date).unixMs];
  });
  assert.deepEqual(found, [1645557742000, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", 1645557742000]);
  await close();
});

test("a web worker makes ids, others than the page's", { skip }, async () => {
  writeFileSync("worker.js", examples.webworker[0]);
  const { page, close } = await open(`${base}/empty.html`);
  const ids = await page.evaluate(async () => {
    const work = () =>
      new Promise((resolve, reject) => {
        const worker = new Worker("worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (error) => reject(new Error(error.message));
      });
    const { scru128Many } = await import("/node_modules/idwasm/dist/esm/index.js");
    return [...(await Promise.all([work(), work()])), scru128Many(1000)].flat();
  });
  assert.equal(new Set(ids).size, 3000);
  await close();
});

test("a policy for scripts needs wasm-unsafe-eval and nothing more", { skip }, async () => {
  const policy = (more) =>
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src 'self'${more}"><output></output><script type="module" src="csp.js"></script>`;
  writeFileSync("csp.js", 'import { scru128 } from "./node_modules/idwasm/dist/esm/index.js";\ndocument.querySelector("output").textContent = scru128();\n');
  writeFileSync("csp.html", policy(" 'wasm-unsafe-eval'"));
  const { page, close } = await open(`${base}/csp.html`);
  await page.waitForFunction(() => document.querySelector("output").textContent.length == 26);
  await close();
});

test("the page's own tests pass, from a disk and without a network", { skip }, async () => {
  const { page, close } = await open(pathToFileURL(PAGE).href, { offline: true });
  await page.click("#tests button");
  await page.waitForFunction(() => /passed|failed/.test(document.querySelector("#tests .note").textContent), null, { timeout: 60_000 });
  assert.match(await page.textContent("#tests .note"), /^all 13 checks passed/);
  assert.equal(await page.locator("#tests .checks li").count(), 13);
  await close();
});

test("every part of the page answers, by keyboard alone", { skip }, async () => {
  const { page, close } = await open(pathToFileURL(PAGE).href, { offline: true });
  const text = (selector) => page.locator(selector).innerText();
  const enter = async (selector, value) => {
    await page.focus(selector);
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(value);
  };
  // From the top: six links, then the first field.
  for (let i = 0; i < 7; i++) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.name), "kind");
  await page.keyboard.press("End");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(await text("#make output"), /^(\d{17,19}\n?){5}$/);

  await enter("#look input", "258037077");
  assert.match(await text("#look .result"), /HUID[\s\S]*2026-01-01T00:00:00.123Z[\s\S]*87381/);
  await enter("#look input", "00QBTG0FERFTCCNFISUBO489DI");
  assert.match(await text("#look .result"), /SCRU128[\s\S]*2021-10-17T11:50:39.325Z[\s\S]*192895179/);
  await enter("#look input", "01ARZ3NDEKTSV4RRFFQ69G5FAW");
  assert.match(await text("#look .result"), /ULID/);
  await enter("#look input", "00SCT4FL89!QPRVN44C41RGVMM");
  assert.match(await text("#look .result"), /"!" at position 10/);
  // Times from before 2020, which no SCRU128 can have: the examples of RFC 9562, and a ULID of 2016.
  for (const [id, time] of [
    ["C232AB00-9414-11EC-B3C8-9F6BDECED846", "2022-02-22T19:22:22.000Z"],
    ["1EC9414C-232A-6B00-B3C8-9F6BDECED846", "2022-02-22T19:22:22.000Z"],
    ["017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "2022-02-22T19:22:22.000Z"],
    ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "1998-02-04T22:13:53.151Z"],
    ["1d19dad6-ba7b-6810-80b4-00c04fd430c8", "1998-02-04T22:13:53.151Z"],
    ["0158a2d3-0000-7000-8000-000000000000", "2016-11-26T22:48:06.912Z"],
    ["01ARZ3NDEKTSV4RRFFQ69G5FAW", "2016-07-30T23:54:10.259Z"],
  ]) {
    await enter("#look input", id);
    assert.ok((await text("#look .result")).includes(time), id);
  }
  await enter("#look input", "6ba7b810-9dad-11d1-00b4-00c04fd430c8");
  assert.match(await text("#look .result"), /none that is known/);
  await enter("#look input", "00000000000000000000000000");
  assert.match(await text("#look .result"), /could also be a ULID[\s\S]*timestamp is reserved/);

  await enter("#compare input[name=a]", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  await enter("#compare input[name=b]", "017f22e2-79b1-7cc3-98c4-dc0c0c07398f");
  assert.match(await text("#compare .result"), /one < other[\s\S]*1 ms later[\s\S]*47 of 128/);

  assert.match(await text("#convert .result"), /UUIDv7[\s\S]*SCRU128, time kept/);
  await enter("#convert input", "9223372036854775808");
  assert.match(await text("#convert .result"), /too many bits/);

  assert.match(await text("#collisions .result"), /21.2 %/);
  for (const [ids, found] of [["1", /0 %/], ["0", /0 %/], ["1.5", /ids must be a whole number from 0 to/], ["1e200", /from 0 to/], ["9007199254740991", /100 %/]]) {
    await enter("#collisions input[name=ids]", ids);
    assert.match(await text("#collisions .result"), found);
    assert.doesNotMatch(await text("#collisions .result"), /-0|NaN/);
  }
  await page.selectOption("#collisions select", "scru128");
  assert.match(await text("#collisions .result"), /8.1[56]e-10/);
  assert.equal(await page.locator("#collisions svg .curve").count(), 1);
  await close();
});

test("it fits a phone, and has a dark side", { skip }, async () => {
  for (const [name, options] of Object.entries({
    light: { viewport: { width: 1100, height: 900 }, colorScheme: "light" },
    dark: { viewport: { width: 1100, height: 900 }, colorScheme: "dark" },
    phone: { viewport: { width: 360, height: 740 }, colorScheme: "light", hasTouch: true, isMobile: true },
    "phone-dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true, isMobile: true },
  })) {
    const { page, close } = await open(pathToFileURL(PAGE).href, { ...options, offline: true });
    await page.click("#tests button");
    await page.waitForFunction(() => /passed|failed/.test(document.querySelector("#tests .note").textContent));
    await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `${name}: ${content} wide in ${window}`);
    await close();
  }
});
