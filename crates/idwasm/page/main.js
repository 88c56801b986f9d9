// The page: each section makes itself usable.
import { huid, huidMany, scru128, scru128Many } from "idwasm";
import { drawCollisions } from "./collisions.js";
import { element, show, table, whenever } from "./dom.js";
import { conversions, read } from "./kinds.js";
import { runChecks } from "./run.js";

const section = (id) => document.getElementById(id);
const input = (place, name) => place.querySelector(`[name="${name}"]`);

/** Bits in the colours of their fields, and the fields' names; those that differ are underlined. */
const bits = ({ bits, fields }, differing = 0n) => {
  const width = fields.reduce((sum, [, count]) => sum + count, 0);
  const [digits, differ] = [bits, differing].map((number) => number.toString(2).padStart(width, "0"));
  const row = element("div", "bits");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", fields.map(([name, count]) => `${name}: ${count} bits`).join(", "));
  let at = 0;
  for (const [, count, className] of fields) {
    for (const end = at + count; at < end; ) {
      // Groups of eight, so that lines break evenly.
      const next = Math.min(end, at + 8 - (at % 8));
      const group = element("span", className);
      for (; at < next; at++) group.append(differ[at] == "1" ? element("u", "", digits[at]) : digits[at]);
      row.append(group);
    }
  }
  const seen = new Set();
  const legend = element("ul", "legend", ...fields
    .filter(([name]) => !seen.has(name) && seen.add(name))
    .map(([name, count, className]) => element("li", `key ${className}`, `${name}, ${count} bits`)));
  return [row, legend];
};

const make = section("make");
const makeIds = (event) => {
  event?.preventDefault();
  show(make.querySelector("output"), () => {
    const count = Math.min(100_000, Math.max(1, Number(input(make, "count").value) || 1));
    const start = performance.now();
    const ids = input(make, "kind").value == "huid" ? huidMany(count) : scru128Many(count);
    make.querySelector(".note").textContent = `${count} in ${(performance.now() - start).toFixed(1)} ms`;
    return [ids.join("\n")];
  });
};
make.querySelector("form").addEventListener("submit", makeIds);
input(make, "copy").addEventListener("click", async () => {
  const note = make.querySelector(".note");
  try {
    await navigator.clipboard.writeText(make.querySelector("output").textContent);
    note.textContent = "copied";
  } catch {
    note.textContent = "this browser does not let pages copy: select the ids instead";
  }
});
makeIds();

const look = section("look");
input(look, "id").value = scru128();
whenever([input(look, "id")], () =>
  show(look.querySelector(".result"), () => {
    const text = input(look, "id").value.trim();
    if (!text) return [];
    const found = read(text);
    return [
      ...bits(found),
      table([
        ["kind", found.kind],
        ["time", found.date ? `${found.date.toISOString()}, ${found.date.toLocaleString()} here` : "none that is known"],
        ...found.details.map(([name, value]) => [name, `${value}`]),
      ]),
      ...(found.note ? [element("p", "note", found.note)] : []),
    ];
  }),
);

const compare = section("compare");
[input(compare, "a").value, input(compare, "b").value] = scru128Many(2);
whenever([input(compare, "a"), input(compare, "b")], () =>
  show(compare.querySelector(".result"), () => {
    const [a, b] = ["a", "b"].map((name) => input(compare, name).value.trim());
    if (!a || !b) return [];
    const [one, other] = [read(a), read(b)];
    const width = ({ fields }) => fields.reduce((sum, [, count]) => sum + count, 0);
    const rows = [];
    if (one.date && other.date) {
      const ms = other.date - one.date;
      rows.push(["time", ms ? `the other is ${Math.abs(ms).toLocaleString()} ms ${ms > 0 ? "later" : "earlier"}` : "the same millisecond"]);
    }
    if (width(one) != width(other)) return [...bits(one), ...bits(other), table(rows), element("p", "note", "Ids of different sizes have no order among them.")];
    const differing = one.bits ^ other.bits;
    const shared = width(one) - differing.toString(2).replace(/^0$/, "").length;
    rows.unshift(["order", one.bits == other.bits ? "equal" : one.bits < other.bits ? "one < other" : "one > other"]);
    rows.push(["bits in common from the start", `${shared} of ${width(one)}`]);
    return [...bits(one, differing).slice(0, one.kind == other.kind ? 1 : 2), ...bits(other, differing), table(rows)];
  }),
);

const convert = section("convert");
input(convert, "id").value = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
whenever([input(convert, "id")], () =>
  show(convert.querySelector(".result"), () => {
    const text = input(convert, "id").value.trim();
    return text ? [table([["read as", read(text).kind], ...conversions(text)])] : [];
  }),
);

drawCollisions(section("collisions"));

const tests = section("tests");
input(tests, "run").addEventListener("click", () =>
  runChecks(tests.querySelector(".note"), tests.querySelector(".checks")),
);

// For a look at the ids in the browser's console.
Object.assign(globalThis, { huid, scru128 });
