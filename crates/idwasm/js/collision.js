// How likely ids collide. No module is needed: JavaScript has the logarithms of numbers near 1.
import { fail, show } from "./error.js";

/** Products of larger numbers could be beyond all numbers. */
const MAX = Number.MAX_SAFE_INTEGER;

const number = (what, value, integer) =>
  typeof value == "number" && value >= 0 && value <= MAX && (!integer || Number.isInteger(value))
    ? value
    : fail("RANGE", `${what} must be a ${integer ? "whole number" : "number"} from 0 to ${MAX}, found ${show(value)}`);

const HUID_VALUES = 2 ** 21;
const SCRU128_VALUES = 2 ** 84;

// Of 0 it is 0, and not -0.
const certainty = (logarithmOfNone) => 0 - Math.expm1(logarithmOfNone);

export const huidBurst = (ids) => {
  number("ids", ids, true);
  // The chance that there is none is a product; its logarithm is a sum, which loses no digits.
  let none = 0;
  // Beyond 40 it is certain to more than 53 bits.
  for (let earlier = 1; earlier < ids && none > -40; earlier++) none += Math.log1p(-earlier / HUID_VALUES);
  return {
    probability: certainty(none),
    expectedPairs: (ids * Math.max(ids - 1, 0)) / 2 / HUID_VALUES,
  };
};

/** ln(e^-x (1 + x)): the logarithm of the chance that a value with x ids to be expected has one at most. */
const atMostOne = (x) =>
  x > 1e-3
    ? Math.log1p(x) - x
    : // Where the difference would lose its digits, its series.
      -x * x * (1 / 2 - x * (1 / 3 - x * (1 / 4 - x * (1 / 5 - x / 6))));

export const huidSustained = (idsPerSecond, seconds) => {
  const perValue = number("idsPerSecond", idsPerSecond) / 1e3 / HUID_VALUES;
  const values = number("seconds", seconds) * 1e3 * HUID_VALUES;
  return {
    probability: certainty(values * atMostOne(perValue)),
    expectedPairs: (values * perValue * perValue) / 2,
  };
};

export const scru128Generators = (generators, idsPerMs, seconds) => {
  const pairs = (number("generators", generators, true) * Math.max(generators - 1, 0)) / 2;
  const expectedPairs =
    (pairs * number("idsPerMs", idsPerMs) ** 2 * number("seconds", seconds) * 1e3) / SCRU128_VALUES;
  return { probability: certainty(-expectedPairs), expectedPairs };
};
