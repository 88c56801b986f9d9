// New ids for old rows: a module of its own.
import { generateAt, newState } from "./backfill-module.js";
import { SCRU128_EPOCH, scru128Time } from "./core.js";
import { fail } from "./error.js";
import { Scru128 } from "./index.js";

export class BackfillGenerator {
  #state = newState();
  generateAt(time) {
    const unixMs = SCRU128_EPOCH + scru128Time(time);
    return new Scru128(
      generateAt(this.#state, unixMs, (status) =>
        status == -1
          ? fail("TIME", `the ids of Unix ${unixMs} ms are reserved`)
          : fail("USED_UP", `the generator has no more ids of Unix ${unixMs} ms`),
      ),
    );
  }
}
