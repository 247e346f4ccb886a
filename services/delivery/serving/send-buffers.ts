const KB = 1024;
/** Sizes of buffers, each twice the one before. Longer bodies are sent in pieces of the largest. */
export const SIZES = { least: 8 * KB, most: 128 * KB };
/** What lies ready of a size for bodies to come. */
const MAX_FREE = 512 * KB;

/**
 * Memory that bodies are joined in to be sent, used again as soon as one is gone: at thousands of responses a second the
 * garbage would be most of what the process takes.
 */
const free = new Map<number, Buffer[]>();

/** The size of the buffer that so many bytes fit into. */
export const sizeFor = (bytes: number): number => Math.max(SIZES.least, 2 ** Math.ceil(Math.log2(bytes)));

/** A buffer of a size; its bytes are anything. */
export const take = (size: number): Buffer => free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);

/** Takes a buffer back, whose bytes were sent. */
export function give(buffer: Buffer): void {
  const ofSize = free.get(buffer.length) ?? [];
  if ((ofSize.length + 1) * buffer.length > MAX_FREE) return;
  ofSize.push(buffer);
  free.set(buffer.length, ofSize);
}
