import type { ServerResponse } from "node:http";
import type { BrotliCompress, Gzip } from "node:zlib";
import type { BodyParts, EncodedBodies } from "../../../engines/response-cache/index.js";
import { acceptedOf, type Encoding } from "../../../runtime/http/representation.js";
import { compressor, MAX_WHOLE_BYTES } from "../../../runtime/http/compression/compressor.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { type Memory, unreadAnswers, type UnreadAnswers } from "../../../runtime/http/unread-answers.js";
import { whenOver } from "../../../runtime/http/answers.js";

/** How a body goes to a reader that accepts a coding. */
export interface Coded {
  encoding: Encoding;
  /** All of it, or what makes it piece by piece; null of a HEAD, whose body is not made. */
  body: Buffer | BrotliCompress | Gzip | null;
}

/** The coding for a reader; null: the body goes as it is. */
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

/** What its head says. */
export const headersOfCoded = ({ encoding, body }: Coded): Record<string, string | number> => ({
  "content-encoding": encoding,
  ...(Buffer.isBuffer(body) && { "content-length": body.length }),
});

const KB = 1024;
/** Sizes of buffers, each twice the one before. Longer bodies are sent in pieces of the largest. */
const SIZES = { least: 8 * KB, most: 128 * KB };
/** What lies ready of a size for bodies to come. */
const MAX_FREE = 512 * KB;

/**
 * Memory that bodies are joined in to be sent, used again as soon as one is gone: at thousands of responses a second the
 * garbage would be most of what the process takes.
 */
const free = new Map<number, Buffer[]>();

/** Ends a response with a body. One that its reader does not take is among the unread ones meanwhile. */
export function endWith(res: ServerResponse, parts: BodyParts, unread: UnreadAnswers = unreadAnswers): void {
  if (parts.length > SIZES.most) return sendPieces(res, parts, unread);
  if (parts.whole !== null) {
    res.end(parts.whole);
    return watch(res, parts.whole, unread);
  }
  const buffer = take(sizeFor(parts.length));
  parts.copyTo(buffer);
  // called when the system has all of it; after a connection that broke before, the buffer is garbage
  res.end(buffer.subarray(0, parts.length), () => give(buffer));
  watch(res, buffer, unread);
}

/** The same of a body in a coding. */
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

/** Most are gone at once: the system has room for them. */
export function watch(res: ServerResponse, memory: Memory, unread: UnreadAnswers = unreadAnswers): void {
  if (res.writableLength > 0) res.once("finish", unread.add(res, [memory]).ended);
}

/** Writes a piece when the system has taken the one before. */
function sendPieces(res: ServerResponse, parts: BodyParts, unread: UnreadAnswers): void {
  const memory = take(SIZES.most);
  const pieces = parts.pieces(memory);
  const { moved, ended } = unread.add(res, [memory, ...parts.buffers]);
  const next = (error?: Error | null): void => {
    // the connection is gone
    if (error) return;
    const { value } = pieces.next();
    if (value === undefined) {
      give(memory);
      res.end();
      return ended();
    }
    res.write(value, next);
    moved();
  };
  next();
}

const sizeFor = (bytes: number): number => Math.max(SIZES.least, 2 ** Math.ceil(Math.log2(bytes)));

const take = (size: number): Buffer => free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);

function give(buffer: Buffer): void {
  const ofSize = free.get(buffer.length) ?? [];
  if ((ofSize.length + 1) * buffer.length > MAX_FREE) return;
  ofSize.push(buffer);
  free.set(buffer.length, ofSize);
}

const PIECE = 64 * KB;

/** Writes a piece when the one before is coded and the system has taken the result. */
async function encodePieces(
  res: ServerResponse,
  coder: BrotliCompress | Gzip,
  parts: BodyParts,
  unread: UnreadAnswers,
): Promise<void> {
  const memory = Buffer.allocUnsafeSlow(PIECE);
  const { moved, ended } = unread.add(res, [memory, ...parts.buffers]);
  whenOver(res, () => coder.destroy());
  if (coder.destroyed) return;
  coder.on("error", () => res.destroy());
  coder.on("data", moved).pipe(res);
  try {
    for (const piece of parts.pieces(memory))
      await new Promise<void>((resolve, reject) => {
        coder.once("close", reject);
        coder.write(piece, (error) => {
          coder.off("close", reject);
          if (error) reject(error);
          else resolve();
        });
      });
    coder.end();
    res.once("finish", ended);
  } catch {
    // its reader has left
    res.destroy();
  }
}
