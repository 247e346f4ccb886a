import type { SortKey } from "./condition.js";
import type { Derivation } from "./derivation.js";
import { compareIds } from "./document-ids.js";
import { compareDocuments, compareTo, isPresent, keyAt, type KeyView } from "./key-view.js";
import type { Segment } from "./segment.js";

interface ViewedKey {
  /** Null: the id. */
  view: KeyView | null;
  isDescending: boolean;
}

/** The keys of a sort over the documents of one segment. */
export interface SortViews {
  segment: Segment;
  keys: readonly ViewedKey[];
}

/** Null when a view has to be prepared first; `lacking` is called with it. */
export function sortViews(
  segment: Segment,
  sort: readonly SortKey[],
  chain: readonly string[],
  lacking: Derivation[],
): SortViews | null {
  const keys = sort.flatMap(({ field, isDescending }): ViewedKey[] => {
    if (field === "_id") return [{ view: null, isDescending }];
    const derivation = { kind: "view", field, chain } as const;
    const view = segment.get(derivation);
    if (view === undefined) lacking.push(derivation);
    return view === undefined ? [] : [{ view, isDescending }];
  });
  return keys.length === sort.length ? { segment, keys } : null;
}

/**
 * Below 0 when document `a` of one segment comes before `b` of another or the same: key by key, absent values last in
 * both directions, then by id ascending.
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
