import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inPieces, PIECE_BYTES } from "../../runtime/http/send-in-pieces.js";

/**
 * Sends a response. During a drain the connection ends with its answer, since an open one would hold up the
 * drain.
 */
export async function sendResponse(
  res: ServerResponse,
  response: Response,
  draining: AbortSignal,
): Promise<void> {
  const { socket } = res;
  const headers = Object.fromEntries(response.headers);
  if (draining.aborted) headers.connection = "close";
  if (response.body === null || !headers["content-type"]?.startsWith("text/event-stream")) {
    const body = Buffer.from(await response.arrayBuffer());
    res.writeHead(response.status, { ...headers, "content-length": body.length });
    if (body.length > PIECE_BYTES) await pipeline(inPieces(res, body), res).catch(() => {});
    else res.end(body);
    return;
  }
  res.writeHead(response.status, headers);
  res.flushHeaders();
  // The pipeline ends early only when the client left, so that nobody needs the error.
  await pipeline(Readable.fromWeb(response.body), res).catch(() => {});
  if (draining.aborted) socket?.end();
}
