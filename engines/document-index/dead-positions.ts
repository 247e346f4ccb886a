import { firstPosition } from "./ranks.js";
import { type Counts, type SortViews, compareAcross } from "./sort-views.js";

/** The most dead documents that are looked up at once. */
const MAX_ADDED = 1000;

/** Positions of a segment's dead documents in an order of all its documents. */
export class DeadPositions implements Counts {
  /** Positions in ascending order. */
  #positions = new Uint32Array(0);

  /** Adds the documents that died since the last update; returns false while too many of them are left. */
  update(views: SortViews, order: Uint32Array, dead: readonly number[]): boolean {
    const known = this.#positions.length;
    const added = dead.slice(known, known + MAX_ADDED);
    if (added.length > 0) {
      const positions = new Uint32Array(known + added.length);
      positions.set(this.#positions);
      added.forEach((document, at) => {
        positions[known + at] = firstPosition(
          order.length,
          (position) => compareAcross(views, order[position] ?? 0, views, document) >= 0,
        );
      });
      this.#positions = positions.sort();
    }
    return this.#positions.length === dead.length;
  }

  countBefore(position: number): number {
    return position - firstPosition(this.#positions.length, (at) => (this.#positions[at] ?? 0) >= position);
  }

  positionAfter(count: number): number {
    return count + firstPosition(this.#positions.length, (at) => (this.#positions[at] ?? 0) - at >= count);
  }
}
