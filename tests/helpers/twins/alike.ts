import { plain } from "../graphql-answers.js";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** Pattern of secrets and of signatures in addresses: long texts with a digit. */
const SECRET = /whsec_\S+|(?=[\w+=-]*\d)[\w+=-]{24,}/g;
const ADDRESS = /^(https?:\/\/[^?]*)\?.*$/;
/** Names of fields that hold durations. */
const LENGTHS = new Set(["durationMs"]);
/** Names of fields that hold states of an editor, which begin with the number of the editor that made them. */
const BINARY = new Set(["draftState", "stateVector", "update"]);

/**
 * Returns an answer in a form in which equal twins have equal answers: ids become numbers in the order of their first appearance,
 * times and secrets become words.
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
