/** Sizes at which the index does things another way. What it answers does not depend on them. */
export interface Tuning {
  /** Changed documents lie in a small segment that is built anew for the next query; so many at most. */
  maxFresh: number;
  /** The small segments and the large one become one when they hold more than this, and this part of it. */
  mergeFrom: number;
  mergePart: number;
  /** Smaller segments are read through: to rank their documents would cost more. */
  scannedBelow: number;
}

export const TUNING: Tuning = { maxFresh: 256, mergeFrom: 4096, mergePart: 1 / 32, scannedBelow: 512 };
