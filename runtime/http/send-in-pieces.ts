import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { unreadAnswers } from "./unread-answers.js";

/** The bytes that a connection is given at once. A longer answer counts as unread until its client has taken all of it. */
export const PIECE_BYTES = 128 * 1024;

/**
 * Makes a stream that gives the body of a long answer to its connection piece by piece. Meanwhile the answer counts among
 * those that wait for their readers (`unreadAnswers`): a client that asks and never reads is cut off, and the memory of all
 * such answers is limited.
 */
export function inPieces(res: ServerResponse, ...parts: readonly Buffer[]): Readable {
  const { moved, ended } = unreadAnswers.add(res, parts);
  res.once("finish", ended);
  const pieces = piecesOf(parts);
  let isFirst = true;
  return new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      if (!isFirst) moved();
      isFirst = false;
      this.push(pieces.next().value ?? null);
    },
  });
}

/**
 * Passes the parts of a stream on piece by piece. A part counts among the answers that wait for their readers until its last
 * piece was taken; a stream without unsent events has no time limit.
 */
export async function* streamInPieces(
  res: ServerResponse,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for await (const part of parts) {
    const { moved, ended } = unreadAnswers.add(res, [part]);
    try {
      for (const piece of piecesOf([part])) {
        yield piece;
        moved();
      }
    } finally {
      ended();
    }
  }
}

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array, void> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES);
}
