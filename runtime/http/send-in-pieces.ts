import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { unreadAnswers } from "./unread-answers.js";

/** What a connection is given at once. A longer answer counts as unread until its client has taken all of it. */
export const PIECE_BYTES = 128 * 1024;

/**
 * The body of a long answer, given to its connection piece by piece. Meanwhile it is among the answers that wait for their
 * readers (`unreadAnswers`): a client that asks and never reads is cut off, and keeps no more than all may keep together.
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
