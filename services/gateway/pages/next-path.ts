const MAX_LENGTH = 2000;
const NOWHERE = "http://own.invalid";

/**
 * The own path that a person goes on to after a form, or `otherwise`. Whatever a browser would read as an address of another
 * host is none: `//host`, `/\host`, control signs in between, and what becomes such a thing once dots are resolved.
 */
export function nextPath(given: string | null, otherwise = "/"): string {
  if (given === null || given.length > MAX_LENGTH || !given.startsWith("/")) return otherwise;
  if (/[\p{Cc}\\]/u.test(given) || !URL.canParse(given, NOWHERE)) return otherwise;
  const { origin, pathname, search } = new URL(given, NOWHERE);
  return origin === NOWHERE && !pathname.startsWith("//") ? pathname + search : otherwise;
}

/** An address with the path to go on to; the start page needs no mention. */
export const withNext = (path: string, next: string): string =>
  next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
