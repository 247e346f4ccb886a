import type { IncomingMessage } from "node:http";
import { invalidParams } from "../contracts/errors.js";

/** Whether a request says itself that its body is longer than `maxBytes`. */
export const declaresOver = ({ headers }: Pick<IncomingMessage, "headers">, maxBytes: number): boolean =>
  Number(headers["content-length"] ?? 0) > maxBytes;

/**
 * The body of a request, counted while it comes. Over `maxBytes`, declared or sent: throws what `tooLarge` makes, and
 * leaves the rest unread, for the sender has yet to see the answer.
 * Throws invalid_params when the client leaves in the middle of its body: nothing of the inside went wrong.
 */
export async function readBytes(
  req: IncomingMessage,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  if (declaresOver(req, maxBytes)) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // by events: an iterator with its promises is a good part of the work of a short answer
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    const stop = () => req.off("data", take).off("end", end).off("close", leave);
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      stop().pause();
      resolve(false);
    };
    const end = (): void => {
      stop();
      resolve(true);
    };
    const leave = (): void => {
      stop();
      reject(invalidParams("The body ended early."));
    };
    if (req.destroyed) return leave();
    req.on("data", take).on("end", end).on("close", leave);
  });
  if (!isWhole) throw tooLarge();
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
