// Strict TypeScript consumers, as ES modules and as CommonJS, and the checks of published packages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const tool = (path, ...words) =>
  execFileSync(process.execPath, [`../node_modules/${path}`, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const CONSUMER = `
import { Huid, IdError, Scru128, huid, huidMany, scru128, scru128Many, type IdErrorCode } from "idwasm";
import { type Collisions, huidBurst, huidSustained, scru128Generators } from "idwasm/collision";
import { HUIDError, type HUIDErrorCode, huidFromBuffer, huidToBuffer, huidValidator } from "idwasm/huid";
import { Scru128Generator, Scru128Id, scru128String, setLogger } from "idwasm/scru128";
import { BackfillGenerator } from "idwasm/backfill";
import { Scru128Generator as Generator } from "idwasm/generator";
import { huidFromScru128, huidLossyFromUlid, scru128FromHuid, scru128FromUlid, scru128LossyFromUuid, ulidFromScru128 } from "idwasm/uuid";

const a: bigint = huid();
const b: bigint[] = huidMany(2);
const c: string = scru128();
const d: string[] = scru128Many(2);
const e: Huid | undefined = new Huid(a).succ();
const f: Scru128 = Scru128.fromFields(1, 2, 3, 4);
const g: Uint8Array = f.toBytes();
const h: Date = Huid.firstAt(new Date()).date;
const i: number = f.compareTo(Scru128.firstAt(Date.now()));
const j: Collisions[] = [huidBurst(1), huidSustained(1, 2), scru128Generators(1, 2, 3)];
const k: Buffer = huidToBuffer(a);
const l: boolean = huidValidator({ disallowAfter: new Date(), disallowFuture: true })(a);
const m: Scru128Id = new Scru128Generator({ nextUint32: () => 1 }).generate();
const n: HUIDErrorCode = new HUIDError("INVALID_HUID").code;
setLogger(console);
const o: Huid = huidFromScru128(scru128FromHuid(new Huid(1n)));
const p: string = ulidFromScru128(scru128FromUlid("01HZ3NDEKTSV4RRFFQ69G5FAVD"));
try { f.succ(); } catch (error) { if (error instanceof IdError) { const code: IdErrorCode = error.code; void code; } }
const q: Scru128 = new BackfillGenerator().generateAt(new Date());
const r: Scru128 = new Generator({ clock: Date.now }).generateOrAbort();
const s: Huid = huidLossyFromUlid(p);
const t: Scru128 = scru128LossyFromUuid(q.toUuid(), 1767225600000);
const unknown: unknown = c;
const u: boolean = Scru128.isValid(unknown);
// A text that is no id is still a text.
if (!Huid.isValid(c)) c.toUpperCase();
const v: boolean = new Huid(1n) < new Huid(2n);
const w: boolean = Scru128Id.fromFields(1, 2, 3, 4).equals({ timestamp: 1, counter: 2, perSecRandom: 3, perGenRandom: 4 });
const x: bigint = huidFromBuffer(k);
const y: IdErrorCode = "INIT";

// @ts-expect-error an id is no number
new Huid(5);
// @ts-expect-error ids of two kinds do not compare
f.compareTo(new Huid(1n));
// @ts-expect-error it is immutable
f.value = 1n;
// @ts-expect-error no such code
new HUIDError("NO_SUCH_CODE");
// @ts-expect-error its constructor is private
new Scru128Id(1, 2, 3, 4);
export { b, d, e, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, scru128String };
`;

const WEB = `
import init from "idwasm/web";
import initBackfill from "idwasm/web/backfill";
import initUuid, { scru128FromUuidV7 } from "idwasm/web/uuid";
const inits: Promise<void>[] = [init(), initBackfill(new URL("https://example.com")), initUuid(fetch("x"))];
void [inits, scru128FromUuidV7];
`;

test("a strict consumer compiles, as an ES module and as CommonJS", () => {
  mkdirSync("types", { recursive: true });
  writeFileSync("types/consumer.mts", CONSUMER + WEB);
  writeFileSync("types/consumer.cts", CONSUMER);
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--verbatimModuleSyntax", "false"];
  try {
    tool("typescript/bin/tsc", "--noEmit", ...strict, "--target", "es2022", "--module", "nodenext", "--types", "node", "types/consumer.mts", "types/consumer.cts");
    tool("typescript/bin/tsc", "--noEmit", ...strict, "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--types", "node", "types/consumer.mts");
  } catch (error) {
    assert.fail(error.stdout);
  }
});

test("a consumer without Node's types", () => {
  mkdirSync("types", { recursive: true });
  const code = `
    import { huidFromBuffer, huidToBuffer } from "idwasm/huid";
    import { Scru128 } from "idwasm";
    const bytes: Uint8Array = huidToBuffer(5n);
    export const all = [huidFromBuffer(bytes), huidFromBuffer(new Uint8Array(8)), Scru128.generate().toBytes()];
    // @ts-expect-error there are no types of Node here
    export const buffer: Buffer = bytes;`;
  writeFileSync("types/plain.mts", code);
  const strict = ["--strict", "--skipLibCheck", "false", "--target", "es2022", "--lib", "es2022", "--noEmit", "--ignoreConfig"];
  try {
    tool("typescript/bin/tsc", ...strict, "--module", "nodenext", "--types", "", "types/plain.mts");
    tool("typescript/bin/tsc", ...strict, "--module", "esnext", "--moduleResolution", "bundler", "--types", "", "types/plain.mts");
  } catch (error) {
    assert.fail(error.stdout);
  }
});

const packed = () => readdirSync(".").find((name) => name.endsWith(".tgz"));

test("publint has nothing to say", async () => {
  const { publint } = await import("publint");
  const { messages } = await publint({ pkgDir: "node_modules/idwasm", strict: true });
  assert.deepEqual(messages, []);
});

const WEB_ENTRIES = ["web", "web/uuid", "web/backfill"];

test("attw has nothing to say", () => {
  const attw = (...words) => {
    try {
      tool("@arethetypeswrong/cli/dist/index.js", packed(), "--no-emoji", ...words);
    } catch (error) {
      assert.fail(error.stdout + error.stderr);
    }
  };
  // Only resolvers from before the field "exports" find no entry but the first.
  attw("--profile", "node16", "--exclude-entrypoints", ...WEB_ENTRIES, "idwasm.wasm", "idwasm-uuid.wasm", "idwasm-backfill.wasm");
  // They are for browsers, so they are ES modules only.
  attw("--profile", "esm-only", "--entrypoints", ...WEB_ENTRIES);
});
