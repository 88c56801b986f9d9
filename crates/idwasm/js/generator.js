// Generators of a program's own, with its clock and its randomness where it has any.
import { generateAs, newState } from "./core.js";
import { fail } from "./error.js";
import { Scru128 } from "./index.js";

const NAMES = ["clock", "randomness"];

/** The two sources. What would be passed over without a word is refused: a name for which there is no use, or a prototype's. */
const read = (sources) => {
  if (typeof sources != "object" || !sources) fail("TYPE", `sources must be an object, found ${sources === null ? "null" : typeof sources}`);
  const other = Object.keys(sources).find((name) => !NAMES.includes(name));
  if (other !== undefined) fail("TYPE", `sources are clock and randomness, found ${other}`);
  return NAMES.map((name) => {
    const value = sources[name];
    return value === undefined || (typeof value == "function" && Object.hasOwn(sources, name))
      ? value
      : fail("TYPE", `${name} must be a function, and the object's own, found ${typeof value}`);
  });
};

export class Scru128Generator {
  #state = newState();
  #clock = () => Date.now();
  #nextWord;
  constructor(sources) {
    if (sources === undefined) return;
    const [clock, randomness] = read(sources);
    this.#clock = clock ?? this.#clock;
    this.#nextWord = randomness;
  }
  #next(abort) {
    const [clock, nextWord] = [this.#clock, this.#nextWord];
    return new Scru128(generateAs(this.#state, nextWord, clock(), abort));
  }
  generate() {
    return this.#next(0);
  }
  generateOrAbort() {
    return this.#next(1);
  }
}
