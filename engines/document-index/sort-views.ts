import type { SegmentData } from "./columns.js";
import { compareIds } from "./document-ids.js";
import { compareDocuments, compareTo, isPresent, keyAt, type KeyView } from "./key-view.js";

/** Counts documents along an order without a look at each document. */
export interface Counts {
  /** Returns how many counted documents stand before the position. */
  countBefore(position: number): number;
  /** Returns the first position that has so many counted documents before it. */
  positionAfter(count: number): number;
}

/** Counts every document. */
export const COUNT_ALL: Counts = { countBefore: (position) => position, positionAfter: (count) => count };

export interface ViewedKey {
  /** View of the key's field; null stands for the id. */
  view: KeyView | null;
  isDescending: boolean;
}

/** The keys of a sort over the documents of one segment. */
export interface SortViews {
  segment: { readonly data: SegmentData };
  keys: readonly ViewedKey[];
}

/**
 * Compares document `a` of one segment with `b` of another or the same: below 0 when `a` comes first, key by
 * key, absent values last in both directions, then by ascending id.
 */
export function compareAcross(of: SortViews, a: number, other: SortViews, b: number): number {
  for (let at = 0; at < of.keys.length; at++) {
    const [key, otherKey] = [of.keys[at], other.keys[at]];
    if (key === undefined || otherKey === undefined) break;
    const difference =
      key.view === null || otherKey.view === null
        ? byId(of, a, other, b)
        : compareKeys(key.view, a, otherKey.view, b, key.isDescending);
    if (difference !== 0) return key.isDescending && key.view === null ? -difference : difference;
  }
  return byId(of, a, other, b);
}

const byId = (of: SortViews, a: number, other: SortViews, b: number): number =>
  compareIds(of.segment.data.ids, a, other.segment.data.ids, b);

function compareKeys(view: KeyView, a: number, other: KeyView, b: number, isDescending: boolean): number {
  const [hasA, hasB] = [isPresent(view, a), isPresent(other, b)];
  if (!hasA || !hasB) return Number(hasB) - Number(hasA);
  const difference = view === other ? compareDocuments(view, a, b) : compareTo(view, a, keyAt(other, b));
  return isDescending ? -difference : difference;
}
