// The one error, and the check of arguments.

export class IdError extends Error {
  name = "IdError";
  constructor(code, message, position, cause) {
    super(message, cause && { cause });
    this.code = code;
    this.position = position;
  }
}

export const fail = (code, message, position, cause) => {
  throw new IdError(code, message, position, cause);
};

/** The value, where it is a whole number from 0 to a maximum, of the type of the maximum. */
export const range = (what, value, max) =>
  typeof value == typeof max && value >= 0 && value <= max && value % (max / max) == 0
    ? value
    : fail("RANGE", `${what} must be a ${typeof max} from 0 to ${max}, found ${typeof value} ${String(value)}`);
