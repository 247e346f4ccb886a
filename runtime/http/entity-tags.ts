import type { Accepted, Encoding } from "./compression/accepted-encoding.js";

/** The strong ETag of an answer in a coding: other bytes, so another ETag (RFC 9110, 8.8.3.3). `"x"` is `"x-br"`. */
export const etagIn = (etag: string, encoding: Encoding | null): string =>
  encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`;

/** The tags of an `If-None-Match`, without what marks one as weak. */
const TAGS = /"[^"]*"/g;

/**
 * The first tag of an `If-None-Match` that is one of an answer's tags (RFC 9110, 13.1.2: weak comparison, a list, or `*`, which is the
 * answer's first); null when it names none of them.
 */
export function matchingTag(header: string | undefined, tags: readonly [string, ...string[]]): string | null {
  if (header === undefined) return null;
  if (header.trim() === "*") return tags[0];
  return header.match(TAGS)?.find((tag) => tags.includes(tag)) ?? null;
}

/**
 * The same of an answer as it is or in a coding that the request accepts, so that a 304 names what the reader has. What
 * the request does not accept does not count: a shared cache may have it for other readers, and asks for one that could
 * not read it.
 */
export const knownEtag = (header: string | undefined, etag: string, { codings }: Accepted): string | null =>
  header === undefined
    ? null
    : matchingTag(header, [etag, ...codings.map((encoding) => etagIn(etag, encoding))]);

/** Whether a range may be served: strong comparison; a date never matches, for no modification date is sent (RFC 9110, 13.1.5). */
export const isIfRange = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.trim() === tag;
