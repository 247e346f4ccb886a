import type { Condition, SortKey } from "../query/condition.js";
import { type Bitmap, hasBit, listBits } from "./bitmap.js";
import type { Derivation } from "./derivation.js";
import { COUNT_ALL, type Counts } from "./dead-places.js";
import { type SortViews, compareAcross, sortViews } from "./sort-views.js";
import type { Segment } from "./segment.js";
import { windowOf } from "./window.js";

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

/** Goes along a run, and counts only what matches. */
export class Walk {
  readonly run: Run;
  #place = 0;

  constructor(run: Run) {
    this.run = run;
  }

  get place(): number {
    return this.#place;
  }

  /** Goes on from there. */
  jump(place: number): void {
    this.#place = place;
  }

  /** Passes up to `most` documents that match and stand before `end`; gives how many there were. */
  skip(most: number, end: number): number {
    const { order, filter, counts } = this.run;
    if (counts !== null) {
      const before = counts.countBefore(this.#place);
      const passed = Math.min(most, counts.countBefore(end) - before);
      this.#place = Math.min(end, counts.placeAfter(before + passed));
      return passed;
    }
    let passed = 0;
    let place = this.#place;
    for (; place < end && passed < most; place++)
      if (filter === null || hasBit(filter, order[place] ?? 0)) passed++;
    this.#place = place;
    return passed;
  }

  /** Adds up to `most` documents that match and stand before `end`; gives how many there were. */
  take(most: number, end: number, into: number[]): number {
    const { order, filter } = this.run;
    let taken = 0;
    for (; this.#place < end && taken < most; this.#place++) {
      const document = order[this.#place] ?? 0;
      if (filter !== null && !hasBit(filter, document)) continue;
      into.push(document);
      taken++;
    }
    return taken;
  }
}
