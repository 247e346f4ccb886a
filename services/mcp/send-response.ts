import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { streamInPieces } from "../../runtime/http/send-in-pieces.js";
import type { AnswerTurn } from "./answer-turn.js";
import { sendBody } from "./send-body.js";

/**
 * Sends a response. During a drain the connection ends with its answer, since an open one would hold up the
 * drain.
 */
export async function sendResponse(
  res: ServerResponse,
  response: Response,
  { draining, turn }: { draining: AbortSignal; turn: Pick<AnswerTurn, "made"> },
): Promise<void> {
  const { socket } = res;
  const headers = Object.fromEntries(response.headers);
  if (draining.aborted) headers.connection = "close";
  if (response.body === null || !headers["content-type"]?.startsWith("text/event-stream")) {
    const body = Buffer.from(await response.arrayBuffer());
    turn.made(body.length);
    return sendBody(res, { status: response.status, headers, parts: [body] });
  }
  res.writeHead(response.status, headers);
  res.flushHeaders();
  const events = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const event of source) {
      turn.made(event.length);
      yield event;
    }
  };
  // The pipeline ends early only when the client left, so that nobody needs the error.
  await pipeline(
    Readable.fromWeb(response.body),
    events,
    (source: AsyncIterable<Uint8Array>) => streamInPieces(res, source),
    res,
  ).catch(() => {});
  if (draining.aborted) socket?.end();
}
