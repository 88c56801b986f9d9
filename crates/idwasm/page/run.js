// Runs the checks in the reader's browser, one after the other, and shows how each went.
import * as ids from "idwasm";
import * as collision from "idwasm/collision";
import * as uuids from "idwasm/uuid";
import vectors from "vectors";
import { checks } from "./checks.js";
import { element } from "./dom.js";

/** Lets the browser show what there is. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

export const runChecks = async (note, list) => {
  list.replaceChildren();
  let failed = 0;
  let cases = 0;
  const all = checks({ ids, uuids, collision, vectors });
  for (const { name, run } of all) {
    note.textContent = `running: ${name}`;
    await pause();
    try {
      const count = run();
      cases += count;
      list.append(element("li", "", element("strong", "good", "pass "), `${name} (${count.toLocaleString("en")})`));
    } catch (error) {
      failed++;
      list.append(element("li", "", element("strong", "bad", "FAIL "), `${name}: ${error.message}`));
    }
  }
  note.textContent = failed
    ? `${failed} of ${all.length} checks failed`
    : `all ${all.length} checks passed, ${cases.toLocaleString("en")} cases`;
  note.className = `note ${failed ? "bad" : "good"}`;
};
