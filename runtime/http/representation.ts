import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

/** The content codings that answers are made in. */
export type Encoding = "br" | "gzip";

/** What a request accepts. */
export interface Accepted {
  /** The coding that the client wants most; null: the answer as it is. */
  encoding: Encoding | null;
  /** All that the client takes, whether it wants them most or not. */
  codings: readonly Encoding[];
  /** Answers below so many bytes are sent as they are. */
  leastBytes: number;
}

/** Answers below so many bytes are sent as they are to whoever takes that: coding them saves no packet. */
export const LEAST_BYTES = 1024;
const OFFERED = ["br", "gzip", "identity"];
const AS_IT_IS: Accepted = { encoding: null, codings: [], leastBytes: LEAST_BYTES };

/** Readers send the same few headers: each is read once. Those that nobody sends any more make room. */
const read = new LRUCache<string, Accepted>({ max: 256 });
const MAX_KEPT_CHARACTERS = 256;

/**
 * Reads an `Accept-Encoding` (RFC 9110, 12.5.3): the coding with the highest weight, br before gzip before the answer as
 * it is where they weigh alike. A client that refuses `identity` has short answers coded too. A client that refuses all
 * of the three gets the answer as it is, as the RFC allows.
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
 * Whether the length of a compressed answer tells nobody a secret (BREACH). It could where another site's page has a
 * browser ask again and again with its cookie and with guesses: such a request has the cookie and no `Sec-Fetch-Site: same-origin`.
 * What sets a cookie is never compressed. What is public has no secret.
 */
const mayCompress = (headers: IncomingHttpHeaders, { setsCookie, isPublic }: Answered): boolean =>
  !setsCookie && (isPublic || headers.cookie === undefined || headers["sec-fetch-site"] === "same-origin");

interface Answered {
  setsCookie: boolean;
  isPublic: boolean;
}

/** The coding of an answer of so many characters; null: it goes as it is. */
export function encodingFor(
  headers: IncomingHttpHeaders,
  length: number,
  answered: Answered,
): Encoding | null {
  const { encoding, leastBytes } = acceptedOf(headers["accept-encoding"]);
  // a character is a byte or more
  return encoding !== null && length >= leastBytes && mayCompress(headers, answered) ? encoding : null;
}

/** What its types leave out: the order of codings that weigh alike, which is the client's unless it is given. */
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
