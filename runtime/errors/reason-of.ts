import { inspect } from "node:util";

/** The most characters of an inspected value, so that it does not drown the sentence around it. */
const LONGEST = 2000;

/** Returns a thrown value as text. Plugins and libraries throw more than errors: an object is shown by its values. */
export function reasonOf(thrown: unknown): string {
  return textOf(thrown) ?? inspected(thrown);
}

/** Returns a text, or the message or the name of an error. Returns null where these are no texts, or cannot be read. */
function textOf(thrown: unknown): string | null {
  if (typeof thrown === "string") return thrown;
  try {
    if (!(thrown instanceof Error)) return null;
    const { message, name } = thrown as { message: unknown; name: unknown };
    const text = message || name;
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

/** Returns a thrown value as text, with the stack trace where there is one. */
export const traceOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : reasonOf(thrown);

function inspected(thrown: unknown): string {
  try {
    return inspect(thrown, { depth: 3, breakLength: Number.POSITIVE_INFINITY }).slice(0, LONGEST);
  } catch {
    return `an unreadable ${typeof thrown}`;
  }
}
