// The one error, and the checks of arguments.

export class IdError extends Error {
  name = "IdError";
  constructor(code, message, position, cause) {
    super(message, cause && { cause });
    this.code = code;
    this.position = position;
  }
}

export const fail = (...what) => {
  throw new IdError(...what);
};

/** A value in a message: its start. Of an object its type: making its text may run code of its own. */
export const show = (value) =>
  Object(value) === value ? typeof value : String(value).slice(0, 40);

/** The value, where it is a whole number from 0 to a maximum, of the type of the maximum. */
export const range = (what, value, max) =>
  typeof value == typeof max && value >= 0 && value <= max && value % (max / max) == 0
    ? value
    : fail("RANGE", `${what} must be a ${typeof max} from 0 to ${max}, found ${typeof value} ${show(value)}`);

/** The id, where it is one of the class. */
export const of = (Type, id) =>
  id instanceof Type ? id : fail("TYPE", `expected a ${Type.name}, found ${typeof id}`);

/** Whether a value is bytes. Those of another realm, such as a frame, are instances of another class. */
export const isBytes = (value) => ArrayBuffer.isView(value) && value[Symbol.toStringTag] == "Uint8Array";

/** Whether a value is a text of a pattern. */
export const matches = (pattern, text) => typeof text == "string" && pattern.test(text);
