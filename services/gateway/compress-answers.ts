import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { acceptedOf, type Encoding } from "../../runtime/http/compression/accepted-encoding.js";
import { compressor, MAX_WHOLE_BYTES } from "../../runtime/http/compression/compressor.js";
import { etagIn } from "../../runtime/http/entity-tags.js";
import type { Logger } from "../../runtime/process/log.js";

/** What is text: JSON, pages, styles, scripts, subtitles. Media are compressed already, and streams of events are never. */
const TEXT =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))|image\/svg)/;
const VARY = "accept-encoding";

/** Answers that are the same bytes again and again, in each coding: as long as they are. */
const kept = new WeakMap<Buffer, Partial<Record<Encoding, Buffer>>>();

/** Has the gateway's own answers compressed where their readers accept that (ADR-0067). Raw routes are not among them. */
export function compressAnswers(app: FastifyInstance, log: Logger): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const type = reply.getHeader("content-type");
    if (typeof type !== "string" || !TEXT.test(type)) return done(null, payload);
    vary(reply);
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done(null, payload);
    const encoding = reply.hasHeader("content-encoding")
      ? null
      : encodingFor(request.headers, payload.length, {
          setsCookie: reply.hasHeader("set-cookie"),
          isPublic: String(reply.getHeader("cache-control")).startsWith("public"),
        });
    if (encoding === null) return done(null, payload);
    sendCoded(reply, payload, encoding, done).catch((error: unknown) => {
      // The framework no longer hears of it: without an end the client would wait for ever.
      log.error({ err: error, requestId: request.id }, "an answer could not be sent");
      reply.raw.destroy();
    });
  });
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

function vary(reply: FastifyReply): void {
  const given = reply.getHeader("vary");
  if (given === undefined) void reply.header("vary", VARY);
  else if (!String(given).toLowerCase().includes(VARY))
    void reply.header("vary", `${String(given)}, ${VARY}`);
}

async function sendCoded(
  reply: FastifyReply,
  payload: string | Buffer,
  encoding: Encoding,
  done: (error: Error | null, payload?: string | Buffer) => void,
): Promise<void> {
  let coded: Buffer | null;
  try {
    coded = await compress(payload, encoding);
  } catch (error) {
    return done(error as Error);
  }
  if (coded === null) return done(null, payload);
  const etag = reply.getHeader("etag");
  if (typeof etag === "string") void reply.header("etag", etagIn(etag, encoding));
  void reply.header("content-encoding", encoding).removeHeader("content-length");
  done(null, coded);
}

/** Null where too much is compressed already. A buffer is compressed once for all who ask for it. */
export async function compress(payload: string | Buffer, encoding: Encoding): Promise<Buffer | null> {
  if (typeof payload === "string")
    return whole(encoding, Buffer.byteLength(payload), () => Buffer.from(payload));
  const known = kept.get(payload)?.[encoding];
  if (known !== undefined) return known;
  const made = await whole(encoding, payload.length, () => payload);
  if (made !== null) kept.set(payload, { ...kept.get(payload), [encoding]: made });
  return made;
}

/** A long text is compressed piece by piece, but before it is sent: a slow reader does not keep the place of others. */
async function whole(encoding: Encoding, length: number, bytesOf: () => Buffer): Promise<Buffer | null> {
  if (length <= MAX_WHOLE_BYTES) return compressor.compress(encoding, length, bytesOf);
  const coder = compressor.open(encoding);
  if (coder === null) return null;
  coder.end(bytesOf());
  return Buffer.concat((await coder.toArray()) as Buffer[]);
}
