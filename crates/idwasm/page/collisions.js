// The collision calculator and its plot.
import { huidBurst, huidSustained, scru128Generators } from "idwasm/collision";
import { show, table, whenever } from "./dom.js";

const DAY = 86_400;

/** A number for people: few digits, of any size. */
const number = (value) =>
  value != 0 && (value < 1e-3 || value >= 1e7) ? value.toExponential(2).replace("e+", "e") : value.toLocaleString("en", { maximumSignificantDigits: 4 });
const percent = (chance) => (chance > 1e-5 || chance == 0 ? `${number(chance * 100)} %` : `${number(chance)}, 1 in ${number(1 / chance)}`);

/** What can be asked: the function, what the axis of the plot counts, and whether it counts whole things. */
const QUESTIONS = {
  burst: { axis: "ids in the millisecond", at: ({ ids }) => ids, make: (_, x) => huidBurst(x), whole: true },
  sustained: { axis: "ids per second", at: ({ rate }) => rate, make: ({ days }, x) => huidSustained(x, days * DAY) },
  scru128: { axis: "ids per ms and generator", at: ({ perMs }) => perMs, make: ({ generators, days }, x) => scru128Generators(generators, x, days * DAY) },
};

const SVG = "http://www.w3.org/2000/svg";
const svg = (tag, attributes, text = "") => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
};

/** The chance over two decades to each side of what was asked, on logarithmic scales. */
const plot = (chance, here, axis) => {
  const [width, height, left, bottom, top] = [640, 290, 80, 62, 16];
  const middle = Math.log10(here > 0 ? here : 1);
  const points = Array.from({ length: 121 }, (_, i) => middle - 2 + i / 30)
    .map((x) => [x, Math.log10(chance(10 ** x))])
    .filter(([, y]) => y > -Infinity);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  if (points.length < 2) return picture;
  const lowest = Math.min(-1, Math.floor(Math.max(points[0][1], -30)));
  const x = (value) => left + ((value - middle + 2) / 4) * (width - left - 50);
  const y = (value) => top + (value / lowest) * (height - top - bottom);
  const step = Math.ceil(-lowest / 6);
  for (let mark = 0; mark >= lowest; mark -= step) {
    picture.append(svg("line", { class: "axis", x1: left, x2: width - 50, y1: y(mark), y2: y(mark) }));
    picture.append(svg("text", { x: left - 8, y: y(mark) + 4, "text-anchor": "end" }, mark ? `1e${mark}` : "1"));
  }
  for (let mark = Math.ceil(middle - 2); mark <= middle + 2; mark++) {
    picture.append(svg("line", { class: "axis", x1: x(mark), x2: x(mark), y1: top, y2: height - bottom }));
    picture.append(svg("text", { x: x(mark), y: height - bottom + 24, "text-anchor": "middle" }, number(10 ** mark)));
  }
  picture.append(svg("text", { x: (left + width - 50) / 2, y: height - 8, "text-anchor": "middle" }, axis));
  const drawn = points.filter(([, value]) => value >= lowest);
  picture.append(svg("polyline", { class: "curve", points: drawn.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ") }));
  const now = Math.log10(chance(here));
  if (now >= lowest) picture.append(svg("circle", { class: "here", cx: x(middle), cy: y(now), r: 6 }));
  picture.setAttribute("aria-label", `The chance of a collision by ${axis}, with ${number(here)} marked`);
  return picture;
};

export const drawCollisions = (place) => {
  const form = place.querySelector("form");
  whenever([form], () => {
    const { what, ...entered } = Object.fromEntries(new FormData(form));
    const values = Object.fromEntries(Object.entries(entered).map(([name, value]) => [name, Number(value)]));
    for (const label of form.querySelectorAll("[data-for]")) label.hidden = !label.dataset.for.split(" ").includes(what);
    const { axis, at, make, whole } = QUESTIONS[what];
    const figure = place.querySelector("figure");
    figure.replaceChildren();
    show(place.querySelector(".result"), () => {
      const { probability, expectedPairs } = make(values, at(values));
      // Between what can be asked and beyond it, the plot has what is next to it.
      const chance = (x) => make(values, Math.min(whole ? Math.round(x) : x, Number.MAX_SAFE_INTEGER)).probability;
      figure.append(plot(chance, at(values), axis));
      return [table([["chance of a collision", percent(probability)], ["pairs to be expected", number(expectedPairs)]])];
    });
  });
};
