import type { Accepted, Encoding } from "./accepted-encoding.js";

/** The strong ETag of an answer in a coding: other bytes, so another ETag (RFC 9110, 8.8.3.3). `"x"` is `"x-br"`. */
export const etagIn = (etag: string, encoding: Encoding | null): string =>
  encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`;

/**
 * The ETag of an `If-None-Match` that is that of the answer, as it is or in a coding that the request accepts, so that a
 * 304 names what the reader has; null when the reader has none of them. `*` is any. What the request does not accept
 * does not count: a shared cache may have it for other readers, and asks for one that could not read it.
 */
export function knownEtag(header: string | undefined, etag: string, { codings }: Accepted): string | null {
  if (header === undefined) return null;
  if (header.trim() === "*") return etag;
  const own = [etag, ...codings.map((encoding) => etagIn(etag, encoding))];
  for (const each of header.split(",")) {
    const given = each.trim().replace(/^W\//, "");
    if (own.includes(given)) return given;
  }
  return null;
}
