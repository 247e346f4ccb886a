import type { ServerResponse } from "node:http";
import type { BodyParts } from "./body-writer.js";

const KB = 1024;
/** Sizes of buffers, each twice the one before. Longer answers have memory of their own. */
const SIZES = { least: 8 * KB, most: 128 * KB };
/** What lies ready of a size for answers to come. */
const MAX_FREE = KB * KB;

/**
 * Memory that answers are joined in to be sent, used again as soon as one is gone: at thousands of answers a second the
 * garbage would be most of what the process takes.
 */
const free = new Map<number, Buffer[]>();

/** Ends a response with an answer: in one piece already, or joined for this once. */
export function endWith(res: ServerResponse, parts: BodyParts): void {
  if (parts.whole !== null) return void res.end(parts.whole);
  const size = sizeFor(parts.length);
  if (size === null) return void res.end(parts.join());
  const buffer = take(size);
  parts.copyTo(buffer);
  // called when the system has all of it; after a connection that broke before, the buffer is garbage
  res.end(buffer.subarray(0, parts.length), () => give(buffer));
}

function sizeFor(bytes: number): number | null {
  if (bytes > SIZES.most) return null;
  return Math.max(SIZES.least, 2 ** Math.ceil(Math.log2(bytes)));
}

function take(size: number): Buffer {
  return free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

function give(buffer: Buffer): void {
  const ofSize = free.get(buffer.length) ?? [];
  if ((ofSize.length + 1) * buffer.length > MAX_FREE) return;
  ofSize.push(buffer);
  free.set(buffer.length, ofSize);
}
