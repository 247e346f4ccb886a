/**
 * Matches the path at the beginning of a message, as in `fields[2].of.maxLength must be …` or `name is
 * required`.
 */
const PLACE = /^([A-Za-z]+(?:\[\d+\])?(?:\.[A-Za-z]+(?:\[\d+\])?)*) /;

/** Splits a refusal into its messages and returns them by path, such as `fields[0].name`. */
export function refusalsOf(error: Error | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (error === null) return found;
  for (const sentence of error.message.split(/(?<=\.) (?=[a-z]+(?:\[|\.| ))/)) {
    const place = PLACE.exec(sentence)?.[1];
    if (place === undefined) continue;
    const rest = sentence.slice(place.length + 1);
    if (!found.has(place)) found.set(place, rest.charAt(0).toUpperCase() + rest.slice(1));
  }
  return found;
}

/** Tells whether a message is about the path or anything inside it. */
export const isRefused = (refusals: ReadonlyMap<string, string>, path: string): boolean =>
  [...refusals.keys()].some(
    (place) => place === path || place.startsWith(`${path}.`) || place.startsWith(`${path}[`),
  );
