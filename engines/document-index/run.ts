import type { Condition, SortKey } from "./condition.js";
import type { Segment } from "./segment.js";
import { compareDocuments, compareTo, isPresent, keyAt, keyFor, type KeyView } from "./key-view.js";
import { rangeOf } from "./ranks.js";
import { type Bitmap, listBits } from "./bitmap.js";
import type { Derivation } from "./derivation.js";
import { compareIds } from "./document-ids.js";

/** Counts along an order without looking at each document. */
export interface Counts {
  /** How many documents that count stand before the position. */
  countBefore(position: number): number;
  /** The first position before which so many of them stand. */
  positionAfter(count: number): number;
}

/** Every document counts. */
export const COUNT_ALL: Counts = { countBefore: (position) => position, positionAfter: (count) => count };

/** Documents of one segment in the order of a sort. */
export interface Run {
  views: SortViews;
  /** All of the segment, those among which all that match are, or just these. */
  order: Uint32Array;
  /** Which of them match; null: all. */
  filter: Bitmap | null;
  /** Counts those that match; null when only looking at each does. */
  counts: Counts | null;
}

/** Up to so many documents that match are sorted one by one when no order is there. */
const SORTED_AT_ONCE = 2000;
/** What a comparison costs, in documents that a walk along the order could pass. */
const COMPARISON = 40;

export interface Matches {
  segment: Segment;
  /** Null: every document of the segment. */
  bits: Bitmap | null;
  count: number;
  where: Condition;
  /** No condition: all that live match. */
  isEvery: boolean;
}

/**
 * The documents that match in the order of the sort: sorted now when they are few, else along the order of the whole
 * segment. Null when something has to be prepared first, which `lacking` is told.
 */
export function orderMatches(
  matches: Matches,
  sort: readonly SortKey[],
  chain: readonly string[],
  end: number,
  lacking: Derivation[],
): Run | null {
  const { segment, bits, count, isEvery, where } = matches;
  const views = sortViews(segment, sort, chain, lacking);
  if (views === null) return null;
  const [from, to] = isEvery ? [0, segment.count] : windowOf(segment, where, sort, chain);
  if (bits !== null && !isEvery && isShorter(matches, to - from, end)) return sortFew(views, bits, count);
  const derivation = { kind: "order", sort, chain } as const;
  const order = segment.get(derivation);
  if (order !== undefined) {
    const counts = isEvery ? segment.countsAlong(derivation, order, views) : null;
    return { views, order: isEvery ? order : order.subarray(from, to), filter: bits, counts };
  }
  if (bits !== null && count <= SORTED_AT_ONCE) return sortFew(views, bits, count);
  lacking.push(derivation);
  return null;
}

/** Whether to sort what matches takes less than to walk along so much of the order to the end of the page. */
function isShorter({ count }: Matches, width: number, end: number): boolean {
  const walked = (width * Math.min(end, count)) / Math.max(count, 1);
  return count * Math.log2(count + 1) * COMPARISON < walked;
}

function sortFew(views: SortViews, bits: Bitmap, count: number): Run {
  const order = listBits(bits, count).sort((a, b) => compareAcross(views, a, views, b));
  return { views, order, filter: null, counts: COUNT_ALL };
}

/** Positions in an order, the last one not included. */
type Window = readonly [from: number, to: number];

type Compare = Extract<Condition, { kind: "compare" }>;

/**
 * Where in the order of a sort all stand that match: a condition on the field that comes first in it leaves a part of
 * the order, so that "later than" with the newest first need not pass everything before.
 */
function windowOf(
  segment: Segment,
  where: Condition,
  sort: readonly SortKey[],
  chain: readonly string[],
): Window {
  const whole: Window = [0, segment.count];
  const [first] = sort;
  // the order by id is that of the positions, and few documents have no ranks
  if (first === undefined || first.field === "_id" || segment.count < segment.tuning.scannedBelow)
    return whole;
  const comparisons = (where.kind === "and" ? where.of : [where]).filter(
    (each): each is Compare => each.kind === "compare" && each.field === first.field,
  );
  if (comparisons.length === 0) return whole;
  const view = segment.get({ kind: "view", field: first.field, chain });
  if (view === undefined || view.kind === "flag") return whole;
  const ranks = segment.get({ kind: "ranks", field: first.field, chain });
  if (ranks === undefined) return whole;
  const ranges = comparisons.map(({ operator, value }) => rangeOf(ranks, view, operator, keyFor(value)));
  const from = Math.max(...ranges.map(([start]) => start));
  const to = Math.max(from, Math.min(...ranges.map(([, end]) => end)));
  // equal values stand together in both directions, and absent ones last
  return first.isDescending ? [ranks.present - to, ranks.present - from] : [from, to];
}

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
