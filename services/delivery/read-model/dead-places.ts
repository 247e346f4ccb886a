import { firstPlace } from "./ranks.js";
import { compareAcross, type SortViews } from "./sort-views.js";

/** Counts along an order without looking at each document. */
export interface Counts {
  /** How many documents that count stand before the place. */
  countBefore(place: number): number;
  /** The first place before which so many of them stand. */
  placeAfter(count: number): number;
}

/** Every document counts. */
export const COUNT_ALL: Counts = { countBefore: (place) => place, placeAfter: (count) => count };

/** So many dead documents are looked for at once. */
const MAX_ADDED = 1000;

/** Where the dead documents of a segment stand in an order of all its documents. */
export class DeadPlaces implements Counts {
  /** Ascending. */
  #places = new Uint32Array(0);

  /** Takes note of those who died since; false while there are more of them. */
  update(views: SortViews, order: Uint32Array, dead: readonly number[]): boolean {
    const known = this.#places.length;
    const added = dead.slice(known, known + MAX_ADDED);
    if (added.length > 0) {
      const places = new Uint32Array(known + added.length);
      places.set(this.#places);
      added.forEach((document, at) => {
        places[known + at] = firstPlace(
          order.length,
          (place) => compareAcross(views, order[place] ?? 0, views, document) >= 0,
        );
      });
      this.#places = places.sort();
    }
    return this.#places.length === dead.length;
  }

  countBefore(place: number): number {
    return place - firstPlace(this.#places.length, (at) => (this.#places[at] ?? 0) >= place);
  }

  placeAfter(count: number): number {
    return count + firstPlace(this.#places.length, (at) => (this.#places[at] ?? 0) - at >= count);
  }
}
