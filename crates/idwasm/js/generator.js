// Generators of a program's own, with its clock and its randomness where it has any.
import { generateAs, newState } from "./core.js";
import { fail, range } from "./error.js";
import { Scru128 } from "./index.js";

const source = (name, value) =>
  value == undefined || typeof value == "function"
    ? value
    : fail("TYPE", `${name} must be a function, found ${typeof value}`);

export class Scru128Generator {
  #state = newState();
  #clock;
  #nextWord;
  constructor({ clock, randomness } = {}) {
    this.#clock = source("clock", clock) ?? (() => Date.now());
    const word = source("randomness", randomness);
    this.#nextWord = word && (() => range("a word of randomness", word(), 2 ** 32 - 1));
  }
  #next(abort) {
    return new Scru128(generateAs(this.#state, this.#nextWord, this.#clock(), abort));
  }
  generate() {
    return this.#next(0);
  }
  generateOrAbort() {
    return this.#next(1);
  }
}
