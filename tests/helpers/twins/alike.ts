import { plain } from "../graphql-answers.js";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** Secrets, and signatures of addresses: long, and with a digit. */
const SECRET = /whsec_\S+|(?=[\w+=-]*\d)[\w+=-]{24,}/g;
const ADDRESS = /^(https?:\/\/[^?]*)\?.*$/;
/** What takes as long as it takes. */
const LENGTHS = new Set(["durationMs"]);
/** States of an editor, which begin with the number of whoever made them. */
const BINARY = new Set(["draftState", "stateVector", "update"]);

/**
 * An answer as that of an equal twin has to be: ids are numbers in the order in which they first stand in it, times and
 * secrets are words.
 */
export function alike(answer: unknown): unknown {
  const ids = new Map<string, string>();
  const numberOf = (id: string): string => {
    const known = ids.get(id) ?? `#${ids.size + 1}`;
    ids.set(id, known);
    return known;
  };
  const text = (given: string): string =>
    given
      .replace(ADDRESS, "$1")
      .replaceAll(UUID, numberOf)
      .replaceAll(TIME, "a time")
      .replaceAll(SECRET, "a secret");
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([name, inner]) => [
        name.replaceAll(UUID, numberOf),
        BINARY.has(name) || LENGTHS.has(name) ? typeof inner : walk(inner),
      ]),
    );
  };
  return walk(plain(answer));
}
