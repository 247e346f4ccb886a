const MAX_LENGTH = 2000;
const NOWHERE = "http://own.invalid";

/**
 * Returns the path of this site to which a person goes after a form, or `otherwise`. An address that a
 * browser would read as that of another host is refused: `//host`, `/\host`, control characters in between,
 * and a path that becomes such an address once dots are resolved.
 */
export function nextPath(given: string | null, otherwise = "/"): string {
  if (given === null || given.length > MAX_LENGTH || !given.startsWith("/")) return otherwise;
  if (/[\p{Cc}\\]/u.test(given) || !URL.canParse(given, NOWHERE)) return otherwise;
  const { origin, pathname, search } = new URL(given, NOWHERE);
  return origin === NOWHERE && !pathname.startsWith("//") ? pathname + search : otherwise;
}

/** Returns an address with the path to go to afterwards; the start page needs no mention. */
export const withNext = (path: string, next: string): string =>
  next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
