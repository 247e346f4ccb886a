const KB = 1024;
/** The sizes of buffers, each twice the one before. A longer body is sent in pieces of the largest size. */
export const SIZES = { least: 8 * KB, most: 128 * KB };
/** The bytes of free buffers that are kept of each size. */
const MAX_FREE = 512 * KB;

/**
 * Free buffers by size. Bodies are joined in them for sending, and they are used again afterwards: at
 * thousands of responses a second, garbage would otherwise be most of the process's memory.
 */
const free = new Map<number, Buffer[]>();

/** Returns the size of the smallest buffer that holds the given number of bytes. */
export const sizeFor = (bytes: number): number => Math.max(SIZES.least, 2 ** Math.ceil(Math.log2(bytes)));

/** Returns a buffer of a size, with arbitrary content. */
export const take = (size: number): Buffer => free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);

/** Takes back a buffer whose bytes were sent. */
export function give(buffer: Buffer): void {
  const ofSize = free.get(buffer.length) ?? [];
  if ((ofSize.length + 1) * buffer.length > MAX_FREE) return;
  ofSize.push(buffer);
  free.set(buffer.length, ofSize);
}
