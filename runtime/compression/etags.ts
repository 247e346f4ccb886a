import type { Encoding } from "./accepted-encoding.js";

/** The strong ETag of an answer in a coding: other bytes, so another ETag (RFC 9110, 8.8.3.3). `"x"` is `"x-br"`. */
export const etagIn = (etag: string, encoding: Encoding | null): string =>
  encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`;

/**
 * The ETag of an `If-None-Match` that is that of the answer, in whichever coding its reader has it, so that a 304 names
 * what the reader has; null when the reader has none of them. `*` is any.
 */
export function knownEtag(header: string | undefined, etag: string): string | null {
  if (header === undefined) return null;
  if (header.trim() === "*") return etag;
  const own = [etag, etagIn(etag, "br"), etagIn(etag, "gzip")];
  for (const each of header.split(",")) {
    const given = each.trim().replace(/^W\//, "");
    if (own.includes(given)) return given;
  }
  return null;
}
