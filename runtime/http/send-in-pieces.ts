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
export function inPieces(res: ServerResponse, body: Buffer): Readable {
  const { moved, ended } = unreadAnswers.add(res, [body]);
  res.once("finish", ended);
  let at = 0;
  return new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      if (at > 0) moved();
      const piece = body.subarray(at, (at += PIECE_BYTES));
      this.push(piece.length === 0 ? null : piece);
    },
  });
}
