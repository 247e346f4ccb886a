import type { ServerResponse } from "node:http";
import type { BrotliCompress, Gzip } from "node:zlib";
import type { Body, BodyParts, EncodedBodies } from "../../../engines/response-cache/index.js";
import { acceptedOf, etagIn, knownEtag } from "../../../runtime/http/representation.js";
import type { Encoding } from "../../../runtime/http/representation.js";
import { compressor, MAX_WHOLE_BYTES } from "../../../runtime/http/compression/compressor.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { type Memory, unreadAnswers, type UnreadAnswers } from "../../../runtime/http/unread-answers.js";
import { give, sizeFor, SIZES, take } from "./send-buffers.js";
import { encodePieces, sendPieces } from "./send-pieces.js";
import type { TokenSeen } from "../tokens/token.repository.js";

/** The form of an answer: its media type, and the request headers on which it depends. */
export interface Form {
  mediaType: string;
  vary: string;
}
const DOCUMENTS: Form = { mediaType: "application/json", vary: "Authorization, Accept-Encoding" };

/**
 * Sends a body as it is or in a coding that the reader accepts, or 304 where the reader has the body already
 * (rules/delivery 7), also under a client's `no-cache`.
 */
export async function sendBody(
  request: EdgeRequest,
  body: Body,
  { seen, encoded, form = DOCUMENTS }: { seen: TokenSeen; encoded: EncodedBodies; form?: Form },
): Promise<void> {
  const { headers: given } = request.req;
  const known = knownEtag(given["if-none-match"], body.etag, acceptedOf(given["accept-encoding"]));
  if (known !== null) {
    request.res.writeHead(304, headersOf(request, body, { seen, form, etag: known }));
    request.res.end();
    return;
  }
  const coded = await codedFor(request, body.parts, encoded);
  const { res, method } = request;
  const etag = etagIn(body.etag, coded?.encoding ?? null);
  res.writeHead(200, {
    ...headersOf(request, body, { seen, form, etag }),
    "content-type": `${form.mediaType}; charset=utf-8`,
    ...(coded === null ? { "content-length": body.parts.length } : headersOfCoded(coded)),
  });
  if (method === "HEAD") res.end();
  else if (coded === null) endWith(res, body.parts);
  else endCoded(res, coded, body.parts);
}

const headersOf = (
  { headers }: EdgeRequest,
  { cacheTag }: Body,
  { seen, form, etag }: { seen: TokenSeen; form: Form; etag: string },
) => ({
  ...headers,
  etag,
  "cache-control": `${seen.mode === "preview" ? "private" : "public"}, max-age=0, must-revalidate`,
  "cache-tag": cacheTag,
  vary: form.vary,
  ...staleHeaders(seen),
});

/**
 * Returns the headers that mark an answer as possibly out of date and keep it out of caches, which could not
 * tell it from a fresh one.
 */
export const staleHeaders = ({ age }: Pick<TokenSeen, "age">): Readonly<Record<string, string>> =>
  age === undefined
    ? {}
    : {
        warning: '110 - "Response is Stale"',
        age: String(Math.ceil(age)),
        "cache-control": "no-store",
      };

/** A body in a coding that the reader accepts. */
export interface Coded {
  encoding: Encoding;
  /**
   * The whole coded body, or the encoder that makes it piece by piece; null for a HEAD request, whose body is
   * not made.
   */
  body: Buffer | BrotliCompress | Gzip | null;
}

/** Returns the body in a coding that the reader accepts, or null when the body is sent as it is. */
export async function codedFor(
  { req, method }: Pick<EdgeRequest, "req" | "method">,
  parts: BodyParts,
  encoded: EncodedBodies,
): Promise<Coded | null> {
  const { encoding, leastBytes } = acceptedOf(req.headers["accept-encoding"]);
  if (encoding === null || parts.length < leastBytes) return null;
  const atHand = encoded.atHand(parts, encoding);
  if (atHand !== undefined) return { encoding, body: atHand };
  if (method === "HEAD") return { encoding, body: null };
  const body =
    parts.length > MAX_WHOLE_BYTES ? compressor.open(encoding) : await encoded.make(parts, encoding);
  return body === null ? null : { encoding, body };
}

/** Returns the headers of a coded body. */
export const headersOfCoded = ({ encoding, body }: Coded): Record<string, string | number> => ({
  "content-encoding": encoding,
  ...(Buffer.isBuffer(body) && { "content-length": body.length }),
});

/** Ends a response with a body, which is listed as unread until its reader has taken it. */
export function endWith(res: ServerResponse, parts: BodyParts, unread: UnreadAnswers = unreadAnswers): void {
  if (parts.length > SIZES.most) return sendPieces(res, parts, unread);
  if (parts.whole !== null) {
    res.end(parts.whole);
    return watch(res, parts.whole, unread);
  }
  const buffer = take(sizeFor(parts.length));
  parts.copyTo(buffer);
  // The callback runs when the system has all of the body. After a connection that broke before, the buffer
  // becomes garbage.
  res.end(buffer.subarray(0, parts.length), () => give(buffer));
  watch(res, buffer, unread);
}

/** Ends a response with a coded body, which is listed as unread until its reader has taken it. */
export function endCoded(
  res: ServerResponse,
  { body }: Coded,
  parts: BodyParts,
  unread: UnreadAnswers = unreadAnswers,
): void {
  if (body === null) return void res.end();
  if (!Buffer.isBuffer(body)) return void encodePieces(res, body, parts, unread);
  res.end(body);
  watch(res, body, unread);
}

/**
 * Lists an answer among the unread ones until its reader has taken it. Most answers leave at once, because
 * the system has room for them.
 */
export function watch(res: ServerResponse, memory: Memory, unread: UnreadAnswers = unreadAnswers): void {
  if (res.writableLength > 0) res.once("finish", unread.add(res, [memory]).ended);
}
