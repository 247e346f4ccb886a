import type { Condition, SortKey } from "./condition.js";
import type { Segment } from "./segment.js";
import { keyFor } from "./key-view.js";
import { rangeOf } from "./ranks.js";
import { type Bitmap, listBits } from "./bitmap.js";
import type { Derivation } from "./derivation.js";
import { type Counts, COUNT_ALL, type ViewedKey, type SortViews, compareAcross } from "./sort-views.js";

/** Documents of one segment in the order of a sort. */
export interface Run {
  views: SortViews;
  /** All documents of the segment, a part of them that contains every match, or only the matches. */
  order: Uint32Array;
  /** The documents that match; null means all. */
  filter: Bitmap | null;
  /** Counts the documents that match; null when that needs a look at each of them. */
  counts: Counts | null;
}

/** The most matching documents that are sorted one by one when no order is there. */
const SORTED_AT_ONCE = 2000;
/** Bytes of texts, each for every comparison, up to which matches are sorted one by one. */
const SORTED_BYTES = 32 * 2 ** 20;
/** Cost of a comparison, in documents that a walk along the order could pass. */
const COMPARISON = 40;

export interface Matches {
  segment: Segment;
  /** The documents that match; null means every document of the segment. */
  bits: Bitmap | null;
  count: number;
  where: Condition;
  /** Set when the query has no condition, so that all living documents match. */
  isEvery: boolean;
}

/**
 * Returns the documents that match in the order of the sort: few documents are sorted now, more are read
 * along the order of the whole segment. Returns null when a derivation, which `lacking` is called with, must
 * be prepared first.
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
  const sorted =
    bits !== null && !isEvery && isShorter(matches, to - from, end) ? sortFew(views, bits, count) : null;
  if (sorted !== null) return sorted;
  const derivation = { kind: "order", sort, chain } as const;
  const order = segment.get(derivation);
  if (order !== undefined) {
    const counts = isEvery ? segment.countsAlong(derivation, order, views) : null;
    return { views, order: isEvery ? order : order.subarray(from, to), filter: bits, counts };
  }
  const few = bits !== null && count <= SORTED_AT_ONCE ? sortFew(views, bits, count) : null;
  if (few === null) lacking.push(derivation);
  return few;
}

/**
 * Tells whether sorting the matches takes less time than walking along this width of the order to the end of
 * the page.
 */
function isShorter({ count }: Matches, width: number, end: number): boolean {
  const walked = (width * Math.min(end, count)) / Math.max(count, 1);
  return count * Math.log2(count + 1) * COMPARISON < walked;
}

/** Sorts the matches by comparing them; null when their texts are so long that this would take long. */
function sortFew(views: SortViews, bits: Bitmap, count: number): Run | null {
  const order = listBits(bits, count);
  if (comparedBytes(views, order) > SORTED_BYTES) return null;
  order.sort((a, b) => compareAcross(views, a, views, b));
  return { views, order, filter: null, counts: COUNT_ALL };
}

/** Returns about how many bytes the comparisons of a sort read when the texts are alike. */
function comparedBytes({ keys }: SortViews, documents: Uint32Array): number {
  let bytes = 0;
  for (const { view } of keys) {
    if (view?.kind !== "text") continue;
    for (const document of documents) bytes += (view.ends[document] ?? 0) - (view.starts[document] ?? 0);
  }
  return bytes * Math.log2(documents.length + 1);
}

/** Positions in an order, the last one not included. */
type Window = readonly [from: number, to: number];

type Compare = Extract<Condition, { kind: "compare" }>;

/**
 * Returns the window of a sort's order that contains every match. A condition on the sort's first field
 * selects a part of the order, so that a "later than" with the newest first need not pass everything before.
 */
function windowOf(
  segment: Segment,
  where: Condition,
  sort: readonly SortKey[],
  chain: readonly string[],
): Window {
  const whole: Window = [0, segment.count];
  const [first] = sort;
  // The order by id is the order of the positions, and small segments have no ranks.
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
  // Equal values are adjacent in both directions, and absent values come last.
  return first.isDescending ? [ranks.present - to, ranks.present - from] : [from, to];
}

/** Returns the views of a sort; null when a view must be prepared first, which `lacking` is called with. */
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
