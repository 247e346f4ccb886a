import type { FastifyReply } from "fastify";
import { type Encoding, etagIn } from "../../runtime/http/representation.js";
import { compressor, MAX_WHOLE_BYTES } from "../../runtime/http/compression/compressor.js";
import type { Logger } from "../../runtime/process/log.js";

/** The coded forms of answers that are the same bytes again and again, kept as long as these bytes. */
const cached = new WeakMap<Buffer, Partial<Record<Encoding, Buffer>>>();

type Done = (error: Error | null, payload?: string | Buffer) => void;

/** Sends an answer in a coding, or as it is where too much is being compressed already. */
export function sendCoded(
  reply: FastifyReply,
  payload: string | Buffer,
  { encoding, log, done }: { encoding: Encoding; log: Logger; done: Done },
): void {
  code(reply, payload, encoding, done).catch((error: unknown) => {
    // The framework no longer hears of the error, and without an end the client would wait for ever.
    log.error({ err: error, requestId: reply.request.id }, "an answer could not be sent");
    reply.raw.destroy();
  });
}

async function code(
  reply: FastifyReply,
  payload: string | Buffer,
  encoding: Encoding,
  done: Done,
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

/**
 * Compresses a payload; returns null where too much is being compressed already. A buffer is compressed once
 * for all who ask for it.
 */
export async function compress(payload: string | Buffer, encoding: Encoding): Promise<Buffer | null> {
  if (typeof payload === "string")
    return whole(encoding, Buffer.byteLength(payload), () => Buffer.from(payload));
  const known = cached.get(payload)?.[encoding];
  if (known !== undefined) return known;
  const made = await whole(encoding, payload.length, () => payload);
  if (made !== null) cached.set(payload, { ...cached.get(payload), [encoding]: made });
  return made;
}

/**
 * Compresses a whole payload. A long text is compressed piece by piece, but before it is sent, so that a slow
 * reader does not keep the place of others.
 */
async function whole(encoding: Encoding, length: number, bytesOf: () => Buffer): Promise<Buffer | null> {
  if (length <= MAX_WHOLE_BYTES) return compressor.compress(encoding, length, bytesOf);
  const coder = compressor.open(encoding);
  if (coder === null) return null;
  coder.end(bytesOf());
  return Buffer.concat((await coder.toArray()) as Buffer[]);
}

/** The texts of frozen results, kept as long as these. */
const texts = new WeakMap<object, string | Buffer>();

/**
 * The length below which an answer stays a string: the server sends head and body of a string in one cheaper
 * write.
 */
const MIN_BUFFER_LENGTH = 2048;

/**
 * Returns the JSON of a frozen result. Such results are given again and again (a catalog, a health answer),
 * so their text is cached. A long text is cached as bytes, because the socket would encode the string anew for
 * every answer (a quarter of the work of `GET /v1/models`, docs/benchmarks.md).
 */
export function cachedText(result: object): string | Buffer {
  let body = texts.get(result);
  if (body === undefined) {
    const text = JSON.stringify(result);
    body = text.length < MIN_BUFFER_LENGTH ? text : Buffer.from(text);
    texts.set(result, body);
  }
  return body;
}
