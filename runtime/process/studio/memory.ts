/** The resident memory of a process and of all that it has started. */
export interface Memory {
  /** The bytes that no other process has. */
  ownBytes: number;
  /** The bytes of files, such as the code of node and of libvips, which all processes of the studio share. */
  sharedBytes: number;
}

export const NO_MEMORY: Memory = { ownBytes: 0, sharedBytes: 0 };

/**
 * The bytes that others may always hold beside the largest work, whatever that holds. A process that makes
 * an ordinary thumbnail has 25 to 45 MB of its own, so that thumbnails are made also while a film is.
 */
export const BESIDE_BYTES = 48 * 2 ** 20;

/** Returns the bytes of all together. Shared bytes count once. */
export const sumOf = (all: readonly Memory[]): number =>
  all.reduce((sum, { ownBytes }) => sum + ownBytes, 0) +
  all.reduce((most, { sharedBytes }) => Math.max(most, sharedBytes), 0);

/**
 * Returns true if works with this memory may run beside each other. One of them may hold more than the total,
 * and leaves BESIDE_BYTES to the others even then.
 */
export function fits(held: readonly Memory[], totalBytes: number): boolean {
  const own = held.map(({ ownBytes }) => ownBytes);
  const besideLargest = own.reduce((sum, bytes) => sum + bytes, 0) - Math.max(0, ...own);
  return sumOf(held) <= totalBytes || besideLargest <= BESIDE_BYTES;
}
