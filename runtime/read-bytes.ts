import type { IncomingMessage } from "node:http";
import { invalidParams } from "../contracts/errors.js";

/** Whether a request says itself that its body is longer than `maxBytes`. */
export const declaresOver = ({ headers }: Pick<IncomingMessage, "headers">, maxBytes: number): boolean =>
  Number(headers["content-length"] ?? 0) > maxBytes;

/**
 * The body of a request, counted while it comes. Over `maxBytes`, declared or sent: throws what `tooLarge` makes.
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
  try {
    // Not destroyed on the way out: the sender has yet to see the answer.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw invalidParams("The body ended early.");
  }
  if (size > maxBytes) throw tooLarge();
  return Buffer.concat(chunks);
}
