import type { ServerResponse } from "node:http";
import type { BrotliCompress, Gzip } from "node:zlib";
import type { BodyParts } from "../../../engines/response-cache/index.js";
import { whenOver } from "../../../runtime/http/answers.js";
import type { UnreadAnswers } from "../../../runtime/http/unread-answers.js";
import { give, SIZES, take } from "./send-buffers.js";

const PIECE = 64 * 1024;

/** Sends a body in pieces, each when the system has taken the one before. */
export function sendPieces(res: ServerResponse, parts: BodyParts, unread: UnreadAnswers): void {
  const memory = take(SIZES.most);
  const pieces = parts.pieces(memory);
  const { moved, ended } = unread.add(res, [memory, ...parts.buffers]);
  const next = (error?: Error | null): void => {
    // The connection is gone.
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

/**
 * Sends a body in pieces through an encoder, each when the one before is coded and the system has taken the
 * result.
 */
export async function encodePieces(
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
    // The reader has left.
    res.destroy();
  }
}
