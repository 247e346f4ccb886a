import type { ServerResponse } from "node:http";
import type { BodyParts } from "./body-writer.js";

const KB = 1024;
/** Sizes of buffers, each twice the one before. */
const SIZES = { least: 8 * KB, most: 512 * KB };
/** What lies ready for answers to come. */
const MAX_FREE = 4 * KB * KB;

/**
 * Memory that answers are joined in to be sent, used again as soon as one is gone: at thousands of answers a second the
 * garbage would be most of what the process takes.
 */
const free = new Map<number, Buffer[]>();
let freeBytes = 0;

/** Ends a response with an answer: in one piece already, or joined for this once. */
export function endWith(res: ServerResponse, parts: BodyParts): void {
  if (parts.whole !== null) return void res.end(parts.whole);
  const size = sizeFor(parts.length);
  if (size === null) return void res.end(parts.join());
  const buffer = take(size);
  parts.copyTo(buffer);
  // called when the system has all of it, or the connection is gone
  res.end(buffer.subarray(0, parts.length), () => give(buffer));
}

function sizeFor(bytes: number): number | null {
  if (bytes > SIZES.most) return null;
  return Math.max(SIZES.least, 2 ** Math.ceil(Math.log2(bytes)));
}

function take(size: number): Buffer {
  const buffer = free.get(size)?.pop();
  if (buffer === undefined) return Buffer.allocUnsafeSlow(size);
  freeBytes -= size;
  return buffer;
}

function give(buffer: Buffer): void {
  const size = buffer.length;
  if (freeBytes + size > MAX_FREE) return;
  freeBytes += size;
  const ofSize = free.get(size);
  if (ofSize === undefined) free.set(size, [buffer]);
  else ofSize.push(buffer);
}
