/** Sizes at which the index changes its method. They do not affect its answers. */
export interface Tuning {
  /** The most changed documents in the small segment that is built again for the next query. */
  maxFresh: number;
  /**
   * The small segments are merged into the large one when they hold more documents than this, and more than
   * this part of it.
   */
  mergeFrom: number;
  mergePart: number;
  /** Number of documents below which a segment is scanned, because ranking its documents would cost more. */
  scannedBelow: number;
}

export const TUNING: Tuning = { maxFresh: 256, mergeFrom: 4096, mergePart: 1 / 32, scannedBelow: 512 };
