const KB = 1024;

/** The most bytes of a state. Written as hex, such a state fits into a database packet of 16 MB. */
export const MAX_STATE_BYTES = 6 * 1024 * KB;

/**
 * The most pieces of a state: merging takes about 1 KB of memory for each. A text typed by one person is one
 * piece, until somebody changes it in the middle.
 */
export const MAX_STATE_PIECES = 250_000;

/**
 * The milliseconds of processor time that opening a state may take: an ordinary state of the largest size
 * takes a fifth.
 */
export const MAX_OPEN_MS = 2000;

/** The size below which a state is never rebuilt. */
const LIGHT_BYTES = 256 * KB;

/** Tells whether a state has become so much larger than its content that it should be rebuilt. */
export const isOverweight = (stateBytes: number, jsonBytes: number): boolean =>
  stateBytes > Math.max(LIGHT_BYTES, 8 * jsonBytes);
