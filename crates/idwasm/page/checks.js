// The shared vectors and the properties, for any host: the page runs them in the reader's browser,
// and the package's tests in Node.

const table = (text) =>
  text
    .split("\n")
    .filter((line) => line && !/^(#|function\t)/.test(line))
    .map((line) => line.split("\t"));

const equal = (found, expected, of) => {
  const show = (value) =>
    JSON.stringify(value, (_, part) => (typeof part == "bigint" ? `${part}n` : part)) ?? String(value);
  if (!Object.is(found, expected) && show(found) !== show(expected)) {
    throw new Error(`${of}: expected ${show(expected)}, found ${show(found)}`);
  }
};

const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const uuidOf = (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const errorOf = (make, of) => {
  let made;
  try {
    made = make();
  } catch (error) {
    return error;
  }
  throw new Error(`${of}: expected an error, found ${String(made)}`);
};

/** Integers from 0 to a maximum, of all sizes, from a source that is the same each time. */
const integers = (max, count) => {
  let state = 0x9e3779b97f4a7c15n;
  return Array.from({ length: count }, (_, i) => {
    let value = 0n;
    for (let part = 0; part < 2; part++) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      value = (value << 64n) | state;
    }
    return (value >> BigInt(i % 128)) % (max + 1n);
  });
};

/**
 * All checks: each has a name and a function that throws, and gives the number of cases it went
 * through.
 *
 * @param ids what `idwasm` exports
 * @param uuids what `idwasm/uuid` exports
 * @param collision what `idwasm/collision` exports
 * @param vectors the tables of testdata/, by their name without the ending
 */
export const checks = ({ ids, uuids, collision, vectors }) => {
  const { Huid, Scru128, IdError, huid, huidMany, scru128, scru128Many } = ids;
  const rows = (name, check) => () => {
    const all = table(vectors[name]);
    all.forEach(check);
    return all.length;
  };
  const mapped = (error, text) => {
    equal(error instanceof IdError, true, text);
    equal(error.code, "TIME", text);
  };
  return [
    {
      name: "HUID: fields, decimal text and bytes",
      run: rows("huid", ([id, timeMs, random, unixMs, decimal, padded, hex]) => {
        const huid = new Huid(BigInt(id));
        equal(huid.unixMs, Number(unixMs), id);
        equal(huid.unixMs - 1767225600000, Number(timeMs), id);
        equal(huid.random, Number(random), id);
        equal(huid.toString(), decimal, id);
        equal(huid.toPadded(), padded, id);
        equal(hexOf(huid.toBytes()), hex, id);
        for (const same of [
          Huid.parse(decimal),
          Huid.parse(padded),
          Huid.fromBytes(bytesOf(hex)),
          Huid.fromFields(Number(unixMs), Number(random)),
        ]) equal(same.value, BigInt(id), id);
      }),
    },
    {
      name: "SCRU128: fields, text and bytes",
      run: rows("scru128", ([integer, timestamp, counter, perSec, perGen, unixMs, text, lower, hex]) => {
        const id = new Scru128(BigInt(integer));
        const fields = [timestamp, counter, perSec, perGen].map(Number);
        equal([id.timestamp, id.counter, id.perSecRandom, id.perGenRandom], fields, text);
        equal(id.unixMs, Number(unixMs), text);
        equal(id.toString(), text, text);
        equal(JSON.stringify(id), `"${text}"`, text);
        equal(hexOf(id.toBytes()), hex, text);
        equal(id.toUuid(), uuidOf(hex), text);
        for (const same of [
          Scru128.parse(text),
          Scru128.parse(lower),
          Scru128.fromBytes(bytesOf(hex)),
          Scru128.fromUuid(uuidOf(hex)),
          Scru128.fromFields(...fields),
        ]) equal(same.value, BigInt(integer), text);
      }),
    },
    {
      name: "Texts that are no ids, and why",
      run: rows("rejects", ([scheme, kind, position, hex, shown]) => {
        const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(hex));
        const Type = scheme == "huid" ? Huid : Scru128;
        const error = errorOf(() => Type.parse(text), shown);
        equal(error instanceof IdError, true, shown);
        equal(error.code, `TEXT_${kind.toUpperCase()}`, `${scheme} ${shown}: ${error.message}`);
        equal(error.position, position ? Number(position) : undefined, shown);
        equal(Type.isValid(text), false, shown);
      }),
    },
    {
      name: "UUIDs of version 1, 6 and 7, and ULIDs: the time kept, and back",
      run: rows("uuid_time", ([kind, source, expected]) => {
        const text = kind == "ulid" ? Scru128.fromUuid(uuidOf(source)) : uuidOf(source);
        const [to, from] =
          kind == "ulid"
            ? [() => uuids.scru128FromUlid(ulidOf(text)), uuids.ulidFromScru128]
            : [() => uuids.scru128FromUuidTime(text), uuids.uuidTimeFromScru128];
        if (expected == "time") return mapped(errorOf(to, source), source);
        const id = to();
        equal(id.value.toString(16).padStart(32, "0"), expected, source);
        equal(from(id), kind == "ulid" ? ulidOf(text) : text, source);
        if (kind == "ulid") return;
        // The functions of one version take it, and those of another do not.
        const version = Number(kind[1]);
        for (const each of [1, 6, 7]) {
          const [toEach, fromEach] = [uuids[`scru128FromUuidV${each}`], uuids[`uuidV${each}FromScru128`]];
          if (each == version) {
            equal(toEach(text).value, id.value, source);
            equal(fromEach(id), text, source);
          } else {
            equal(errorOf(() => toEach(text), source).code, "MAPPING", source);
            equal(errorOf(() => fromEach(id), source).code, "MAPPING", source);
          }
        }
      }),
    },
    {
      name: "UUIDs, ULIDs and SCRU128s to HUID: the time kept, the rest mixed",
      run: rows("uuid_huid", ([kind, source, expected]) => {
        const [bits, uuid] = [Scru128.fromUuid(uuidOf(source)), uuidOf(source)];
        const make = {
          v1: [() => uuids.huidLossyFromUuidV1(uuid), () => uuids.huidLossyFromUuidTime(uuid)],
          v6: [() => uuids.huidLossyFromUuidV6(uuid), () => uuids.huidLossyFromUuidTime(uuid)],
          v7: [() => uuids.huidLossyFromUuidV7(uuid), () => uuids.huidLossyFromUuidTime(uuid)],
          ulid: [() => uuids.huidLossyFromUlid(ulidOf(bits))],
          scru128: [() => uuids.huidLossyFromScru128(bits)],
        }[kind];
        for (const one of make) {
          if (expected == "time") mapped(errorOf(one, source), source);
          else equal(one().value, BigInt(expected), source);
        }
      }),
    },
    {
      name: "UUIDs and times from elsewhere to SCRU128",
      run: rows("uuid_lossy", ([uuid, unixMs, expected]) => {
        for (const time of [Number(unixMs), new Date(Number(unixMs))]) {
          const id = uuids.scru128LossyFromUuid(uuid, time);
          equal(id.value.toString(16).padStart(32, "0"), expected, uuid);
        }
      }),
    },
    {
      name: "ULID text",
      run: rows("ulid_text", ([bits, text]) => equal(ulidOf(Scru128.fromUuid(uuidOf(bits))), text, text)),
    },
    {
      name: "Collision arithmetic",
      run: rows("collisions", ([name, a, b, c, probability, pairs]) => {
        const call = { huid_burst: "huidBurst", huid_sustained: "huidSustained", scru128: "scru128Generators" }[name];
        const found = collision[call](...[a, b, c].filter(Boolean).map(Number));
        for (const [is, should] of [[found.probability, probability], [found.expectedPairs, pairs]]) {
          const expected = Number(should);
          equal(Math.abs(is - expected) <= expected * 1e-6, true, `${name} ${a} ${b} ${c}: ${is}, ${expected}`);
        }
      }),
    },
    {
      name: "Every integer goes through text and bytes and comes back, in order",
      run: () => {
        let count = 0;
        for (const Type of [Huid, Scru128]) {
          const all = integers(Type.MAX, 2000).map((value) => new Type(value));
          for (const id of all) {
            equal(Type.parse(`${id}`).value, id.value, `${id}`);
            equal(Type.fromBytes(id.toBytes()).value, id.value, `${id}`);
            equal(id.succ()?.pred().value ?? Type.MAX, id.value, `${id}`);
            count++;
          }
          const sorted = [...all].sort((a, b) => a.compareTo(b));
          const text = (id) => (Type === Huid ? id.toPadded() : `${id}`);
          equal([...all].map(text).sort(), sorted.map(text), Type.name);
          for (let i = 1; i < sorted.length; i++) equal(sorted[i - 1].value <= sorted[i].value, true, Type.name);
        }
        return count;
      },
    },
    {
      name: "HUIDs map to SCRU128s and back, with their time",
      run: () => {
        const all = integers(Huid.MAX, 1000);
        for (const value of all) {
          const source = new Huid(value);
          const id = uuids.scru128FromHuid(source);
          equal(id.unixMs, source.unixMs, `${value}`);
          equal(uuids.huidFromScru128(id).value, value, `${value}`);
        }
        return all.length;
      },
    },
    {
      name: "New SCRU128s rise, differ, and have the time of now",
      run: () => {
        const before = Date.now();
        const all = scru128Many(20_000);
        for (let i = 0; i < 1000; i++) all.push(scru128());
        all.push(`${Scru128.generate()}`, ...scru128Many(100));
        const after = Date.now();
        for (let i = 1; i < all.length; i++) equal(all[i - 1] < all[i], true, `${all[i - 1]} ${all[i]}`);
        const times = [all[0], all.at(-1)].map((text) => Scru128.parse(text).unixMs);
        equal(before <= times[0] && times[1] <= after + 1, true, `${before} ${times} ${after}`);
        return all.length;
      },
    },
    {
      name: "New HUIDs have the time of now, and random parts of all sizes",
      run: () => {
        const before = Date.now();
        const all = [...huidMany(20_000), ...Array.from({ length: 1000 }, huid)].map((id) => new Huid(id));
        const after = Date.now();
        let [ones, bits] = [0, 0];
        for (const id of all) {
          equal(before <= id.unixMs && id.unixMs <= after, true, `${before} ${id.unixMs} ${after}`);
          for (let bit = 0; bit < 21; bit++, bits++) ones += (id.random >> bit) & 1;
        }
        // Ten standard deviations of a fair coin: once in 10^23 runs by chance.
        equal(Math.abs(ones - bits / 2) < 5 * Math.sqrt(bits), true, `${ones} ones of ${bits} bits`);
        return all.length;
      },
    },
    {
      name: "The clock is asked anew for each id, also a mocked one",
      run: () => {
        const { now } = Date;
        try {
          for (const unixMs of [1767225600000, 1798761600123, 6165272111103]) {
            Date.now = () => unixMs;
            equal(new Huid(huid()).unixMs, unixMs, `${unixMs}`);
            equal(Huid.generate().unixMs, unixMs, `${unixMs}`);
          }
          for (const unixMs of [0, 1767225599999, 6165272111104, NaN, undefined, 1e300, -1e300]) {
            Date.now = () => unixMs;
            for (const make of [huid, () => huidMany(2), Huid.generate]) mapped(errorOf(make, `${unixMs}`), `${unixMs}`);
          }
          // The first and the last millisecond are reserved.
          for (const unixMs of [undefined, 0, 1577836800000, 19170022844415, NaN, Infinity, -Infinity]) {
            Date.now = () => unixMs;
            for (const make of [scru128, () => scru128Many(2), Scru128.generate])
              mapped(errorOf(make, `${unixMs}`), `${unixMs}`);
          }
          for (const unixMs of [19170022844414, 1577836800001, 1893456000000.5]) {
            Date.now = () => unixMs;
            for (const text of [scru128(), ...scru128Many(2), `${Scru128.generate()}`])
              equal(Scru128.parse(text).unixMs, Math.trunc(unixMs), `${unixMs}`);
          }
        } finally {
          Date.now = now;
        }
        return 20;
      },
    },
  ];

  /** A ULID has the digits of another alphabet for the same 128 bits. */
  function ulidOf(id) {
    const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let text = "";
    for (let i = 25n; i >= 0n; i--) text += digits[Number((id.value >> (5n * i)) & 31n)];
    return text;
  }
};
