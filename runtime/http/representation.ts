import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

/** The content codings that answers are made in. */
export type Encoding = "br" | "gzip";

/** The content codings that a request accepts. */
export interface Accepted {
  /** The coding that the client prefers; null when it prefers the answer uncompressed. */
  encoding: Encoding | null;
  /** All codings that the client accepts, whether it prefers them or not. */
  codings: readonly Encoding[];
  /** The least bytes of an answer that is compressed for this client. */
  leastBytes: number;
}

/** The least bytes of an answer that is compressed for most clients: compressing a shorter one saves no packet. */
export const LEAST_BYTES = 1024;
const OFFERED = ["br", "gzip", "identity"];
const AS_IT_IS: Accepted = { encoding: null, codings: [], leastBytes: LEAST_BYTES };

/** The results for recent headers. Clients send the same few headers, so each is parsed once. */
const read = new LRUCache<string, Accepted>({ max: 256 });
const MAX_KEPT_CHARACTERS = 256;

/**
 * Reads an `Accept-Encoding` (RFC 9110, 12.5.3): the coding with the highest weight, and between equal weights br before
 * gzip before no coding. A client that refuses `identity` gets short answers compressed too. A client that refuses all three
 * gets the answer uncompressed, as the RFC allows.
 */
export function acceptedOf(header: string | undefined): Accepted {
  if (header === undefined) return AS_IT_IS;
  const known = read.get(header);
  if (known !== undefined) return known;
  const accepted = negotiate(header);
  if (header.length <= MAX_KEPT_CHARACTERS) read.set(header, accepted);
  return accepted;
}

/**
 * Tells whether the length of a compressed answer can reveal no secret (BREACH). It could when the page of another site
 * makes a browser ask again and again with its cookie and with guesses: such a request has the cookie and no
 * `Sec-Fetch-Site: same-origin`. An answer that sets a cookie is never compressed. A public answer holds no secret.
 */
const mayCompress = (headers: IncomingHttpHeaders, { setsCookie, isPublic }: Answered): boolean =>
  !setsCookie && (isPublic || headers.cookie === undefined || headers["sec-fetch-site"] === "same-origin");

interface Answered {
  setsCookie: boolean;
  isPublic: boolean;
}

/** Returns the coding of an answer with this number of characters, or null when it is sent uncompressed. */
export function encodingFor(
  headers: IncomingHttpHeaders,
  length: number,
  answered: Answered,
): Encoding | null {
  const { encoding, leastBytes } = acceptedOf(headers["accept-encoding"]);
  // The number of characters is enough, since each takes at least one byte.
  return encoding !== null && length >= leastBytes && mayCompress(headers, answered) ? encoding : null;
}

/** The option that Negotiator's types lack: the order of codings with equal weights, which is otherwise the client's. */
interface ByPreference {
  encodings(offered: readonly string[], options: { preferred: readonly string[] }): string[];
}

const isCoding = (name: string): name is Encoding => name === "br" || name === "gzip";

function negotiate(header: string): Accepted {
  const negotiator = new Negotiator({ headers: { "accept-encoding": header } }) as unknown as ByPreference;
  const accepted = negotiator.encodings(OFFERED, { preferred: OFFERED });
  const codings = accepted.filter(isCoding);
  const [first] = accepted;
  if (first === undefined || !isCoding(first)) return { ...AS_IT_IS, codings };
  return { encoding: first, codings, leastBytes: accepted.includes("identity") ? LEAST_BYTES : 1 };
}

/**
 * Returns the strong ETag of an answer in a coding, such as `"x-br"` for `"x"`. Answers with other bytes need another ETag
 * (RFC 9110, 8.8.3.3).
 */
export const etagIn = (etag: string, encoding: Encoding | null): string =>
  encoding === null ? etag : `${etag.slice(0, -1)}-${encoding}"`;

/** The pattern of the tags in an `If-None-Match`, without the mark of weak ones. */
const TAGS = /"[^"]*"/g;

/**
 * Returns the first tag of an `If-None-Match` that is among an answer's tags, or null when there is none (RFC 9110, 13.1.2:
 * weak comparison of a list, or `*`, which stands for the answer's first tag).
 */
export function matchingTag(header: string | undefined, tags: readonly [string, ...string[]]): string | null {
  if (header === undefined) return null;
  if (header.trim() === "*") return tags[0];
  return header.match(TAGS)?.find((tag) => tags.includes(tag)) ?? null;
}

/**
 * Returns the tag of an `If-None-Match` that matches an answer uncompressed or in a coding that the request accepts, so that
 * a 304 names the form that the reader has. Other codings do not count: a shared cache may have them for other readers while
 * it asks for one that cannot read them.
 */
export const knownEtag = (header: string | undefined, etag: string, { codings }: Accepted): string | null =>
  header === undefined
    ? null
    : matchingTag(header, [etag, ...codings.map((encoding) => etagIn(etag, encoding))]);

/**
 * Tells whether a range may be served, by strong comparison. A date never matches, since the service sends no modification
 * date (RFC 9110, 13.1.5).
 */
export const isIfRange = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.trim() === tag;
