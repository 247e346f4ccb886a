import { firstPosition } from "./ranks.js";
import { compareAcross, type Counts, type SortViews } from "./run.js";

/** So many dead documents are looked for at once. */
const MAX_ADDED = 1000;

/** Positions of the dead documents of a segment stand in an order of all its documents. */
export class DeadPositions implements Counts {
  /** Ascending. */
  #positions = new Uint32Array(0);

  /** Takes note of those who died since; false while there are more of them. */
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
