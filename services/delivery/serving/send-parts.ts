import type { ServerResponse } from "node:http";
import type { BodyParts } from "./body-writer.js";
import { type Memory, unreadAnswers, type UnreadAnswers } from "../../../runtime/unread-answers.js";

const KB = 1024;
/** Sizes of buffers, each twice the one before. Longer answers are sent in pieces of the largest. */
const SIZES = { least: 8 * KB, most: 128 * KB };
/** What lies ready of a size for answers to come. */
const MAX_FREE = 512 * KB;

/**
 * Memory that answers are joined in to be sent, used again as soon as one is gone: at thousands of answers a second the
 * garbage would be most of what the process takes.
 */
const free = new Map<number, Buffer[]>();

/** Ends a response with an answer. One that its reader does not take is among the unread ones meanwhile. */
export function endWith(res: ServerResponse, parts: BodyParts, unread: UnreadAnswers = unreadAnswers): void {
  if (parts.length > SIZES.most) return sendPieces(res, parts, unread);
  const text = parts.latin1();
  if (text !== null) {
    res.end(text, "latin1");
    return watch(res, { length: text.length }, unread);
  }
  if (parts.whole instanceof Buffer) {
    res.end(parts.whole);
    return watch(res, parts.whole, unread);
  }
  const buffer = take(sizeFor(parts.length));
  parts.copyTo(buffer);
  // called when the system has all of it; after a connection that broke before, the buffer is garbage
  res.end(buffer.subarray(0, parts.length), () => give(buffer));
  watch(res, buffer, unread);
}

/** Most are gone at once: the system has room for them. */
export function watch(res: ServerResponse, memory: Memory, unread: UnreadAnswers = unreadAnswers): void {
  if (res.writableLength > 0) res.once("finish", unread.add(res, [memory]).ended);
}

/** Each piece when the system has the one before. */
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

function take(size: number): Buffer {
  return free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

function give(buffer: Buffer): void {
  const ofSize = free.get(buffer.length) ?? [];
  if ((ofSize.length + 1) * buffer.length > MAX_FREE) return;
  ofSize.push(buffer);
  free.set(buffer.length, ofSize);
}
