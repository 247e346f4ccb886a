/** Characters of a name that are compared and shown: a caller may choose a far longer one. */
const MAX_SHOWN = 60;
const MAX_KNOWN = 20;

/** Unknown names that a refusal lists; more are only counted. */
const MAX_UNKNOWN = 5;

/** Lists unknown names for a refusal, each with the known name that was probably meant (rules/edge 18). */
export function withNearest(unknown: readonly string[], known: readonly string[]): string {
  const named = unknown
    .slice(0, MAX_UNKNOWN)
    .map((name) => `${quoted(name)} (${nearestKnown(name, known)})`)
    .join(", ");
  const rest = unknown.length > MAX_UNKNOWN ? ` and ${unknown.length - MAX_UNKNOWN} more` : "";
  return `${named}${rest}`;
}

/**
 * Returns the words that follow an unknown name: the known name that was probably meant, or the known names,
 * nearest first.
 */
function nearestKnown(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return "none is known here";
  const given = unknown.slice(0, MAX_SHOWN).toLowerCase();
  const byNearness = known
    .map((name) => ({ name, steps: stepsBetween(given, name.slice(0, MAX_SHOWN).toLowerCase()) }))
    .sort((one, other) => one.steps - other.steps);
  const [nearest] = byNearness;
  if (nearest !== undefined && nearest.steps <= Math.max(2, Math.floor(nearest.name.length / 3)))
    return `did you mean ${quoted(nearest.name)}?`;
  const named = byNearness.slice(0, MAX_KNOWN).map(({ name }) => quoted(name));
  return `known: ${named.join(", ")}${known.length > MAX_KNOWN ? ", …" : ""}`;
}

/** Quotes a caller's name for a sentence, cut to its first characters. */
export const quoted = (name: string): string =>
  JSON.stringify(name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name);

/**
 * Counts the letters to insert, remove, change or swap with the next one that turn one name into the other.
 */
function stepsBetween(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let steps = Math.min(
        at(above, column) + 1,
        at(here, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) steps = Math.min(steps, at(before, column - 2) + 1);
      here.push(steps);
    }
    before = above;
    above = here;
  }
  return at(above, other.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
