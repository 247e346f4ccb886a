import type { ServerResponse } from "node:http";
import type { BrotliCompress, Gzip } from "node:zlib";
import { acceptedOf, type Encoding } from "../../../runtime/compression/accepted-encoding.js";
import { compressor, MAX_WHOLE_BYTES } from "../../../runtime/compression/compressor.js";
import type { EdgeRequest } from "../../../runtime/edge.js";
import type { BodyParts } from "./body-writer.js";
import type { EncodedAnswers } from "./encoded-answers.js";
import { watch } from "./send-parts.js";
import { unreadAnswers, type UnreadAnswers } from "../../../runtime/unread-answers.js";
import { whenOver } from "../../../runtime/when-over.js";

/** How an answer goes to a reader that accepts a coding. */
export interface Coded {
  encoding: Encoding;
  /** All of it, or what makes it piece by piece; null of a HEAD, whose answer is not made. */
  body: Buffer | BrotliCompress | Gzip | null;
}

/** The coding for a reader; null: the answer goes as it is. No promise where there is nothing to make. */
export function codedFor(
  { req, method }: Pick<EdgeRequest, "req" | "method">,
  parts: BodyParts,
  encoded: EncodedAnswers,
): Coded | null | Promise<Coded | null> {
  const { encoding, leastBytes } = acceptedOf(req.headers["accept-encoding"]);
  if (encoding === null || parts.length < leastBytes) return null;
  const made = encoded.atHand(parts, encoding);
  if (made !== undefined) return { encoding, body: made };
  if (method === "HEAD") return { encoding, body: null };
  if (parts.length > MAX_WHOLE_BYTES) {
    const body = compressor.open(encoding);
    return body === null ? null : { encoding, body };
  }
  return encoded.make(parts, encoding).then((body) => (body === null ? null : { encoding, body }));
}

/** What its head says. */
export const headersOfCoded = ({ encoding, body }: Coded): Record<string, string | number> => ({
  "content-encoding": encoding,
  ...(Buffer.isBuffer(body) && { "content-length": body.length }),
});

/** Ends a response with an answer in a coding. One that its reader does not take is among the unread ones meanwhile. */
export function endCoded(
  res: ServerResponse,
  { body }: Coded,
  parts: BodyParts,
  unread: UnreadAnswers = unreadAnswers,
): void {
  if (body === null) return void res.end();
  if (!Buffer.isBuffer(body)) return void sendPieces(res, body, parts, unread);
  res.end(body);
  watch(res, body, unread);
}

const PIECE = 64 * 1024;

/** Each piece when the one before is coded, and the system has what came of it. */
async function sendPieces(
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
