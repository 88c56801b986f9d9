// idwasm/web in Node, where it is given its bytes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import init, { Huid, IdError, huid, scru128 } from "idwasm/web";
import initBackfill, { BackfillGenerator } from "idwasm/web/backfill";
import initUuid, { scru128FromUuidV7 } from "idwasm/web/uuid";

const bytes = (name) => readFileSync(createRequire(import.meta.url).resolve(`idwasm/${name}.wasm`));
const isInit = (pattern) => (error) => error instanceof IdError && error.code === "INIT" && pattern.test(error.message);

test("before its module is there, and after a wrong one, it says what to do", async () => {
  const uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
  for (const make of [huid, scru128, () => scru128FromUuidV7(uuid), () => new BackfillGenerator().generateAt(Date.now())])
    assert.throws(make, isInit(/await init\(\)/));
  await assert.rejects(init(bytes("idwasm-uuid")), isInit(/not the one of this entry: it has no function huid_many/));
  await assert.rejects(initUuid(bytes("idwasm")), isInit(/it has no function map_to/));
  await assert.rejects(initBackfill(bytes("idwasm")), isInit(/it has no function backfill/));
  await assert.rejects(init(Buffer.from("<!doctype html>")), (error) => isInit(/cannot be had/)(error) && error.cause instanceof WebAssembly.CompileError);
  await assert.rejects(init(), (error) => isInit(/cannot be had/)(error) && error.cause instanceof Error);
  await assert.rejects(init(5), isInit(/init takes a URL, .* found 5/));
  assert.throws(huid, isInit(/await init/));

  const other = runInNewContext("(bytes) => new Uint8Array(bytes)")([...bytes("idwasm-uuid")]);
  await Promise.all([init(bytes("idwasm")), init(bytes("idwasm")), initUuid(other.buffer), initBackfill(new WebAssembly.Module(bytes("idwasm-backfill")))]);
  await init(5);
  assert.ok(Huid.isValid(`${huid()}`) && scru128().length === 26);
  const { date } = scru128FromUuidV7(uuid);
  assert.equal(new BackfillGenerator().generateAt(date).unixMs, date.getTime());
});
