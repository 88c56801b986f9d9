// Checks bills of materials against the schema of CycloneDX 1.6.
//
// node validate.mjs FILE..., called by `cargo xtask release rehearse`
import { readFileSync } from "node:fs";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
for (const file of process.argv.slice(2)) {
  const errors = await validator.validate(readFileSync(file, "utf8"));
  if (errors) throw new Error(`${file}: ${JSON.stringify(errors, null, 2)}`);
}
