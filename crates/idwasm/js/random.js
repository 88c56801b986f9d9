// The one source of randomness.
import { fail } from "./error.js";

/** Fills an array with random values. */
export const draw = (words) => {
  try {
    crypto.getRandomValues(words);
  } catch (cause) {
    fail("RANDOMNESS", "crypto.getRandomValues failed", undefined, cause);
  }
};
