import { inspect } from "node:util";

/** More of it would drown the sentence that it stands in. */
const LONGEST = 2000;

/** What was thrown, as text. Plugins and libraries throw more than errors: of an object its values are told, not its type. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  return typeof thrown === "string" ? thrown : inspected(thrown);
}

/** The same with where it came from. */
export const traceOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : reasonOf(thrown);

function inspected(thrown: unknown): string {
  try {
    return inspect(thrown, { depth: 3, breakLength: Number.POSITIVE_INFINITY }).slice(0, LONGEST);
  } catch {
    return `an unreadable ${typeof thrown}`;
  }
}
