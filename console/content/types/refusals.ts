/** `fields[2].of.maxLength must be …`, `name is required`: the place that a sentence of the service begins with. */
const PLACE = /^([A-Za-z]+(?:\[\d+\])?(?:\.[A-Za-z]+(?:\[\d+\])?)*) /;

/** The service's sentences by the place that they are about: `fields[0].name`. */
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

/** What is said of a place or of anything inside it. */
export const isRefused = (refusals: ReadonlyMap<string, string>, path: string): boolean =>
  [...refusals.keys()].some(
    (place) => place === path || place.startsWith(`${path}.`) || place.startsWith(`${path}[`),
  );
