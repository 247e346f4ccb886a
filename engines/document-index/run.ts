import type { Condition, SortKey } from "./condition.js";
import type { Segment } from "./segment.js";
import { keyFor } from "./key-view.js";
import { rangeOf } from "./ranks.js";
import { type Bitmap, hasBit, listBits } from "./bitmap.js";
import type { Derivation } from "./derivation.js";
import { COUNT_ALL, type Counts } from "./dead-positions.js";
import { type SortViews, compareAcross, sortViews } from "./sort-views.js";

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
  #position = 0;

  constructor(run: Run) {
    this.run = run;
  }

  get position(): number {
    return this.#position;
  }

  /** Goes on from there. */
  jump(position: number): void {
    this.#position = position;
  }

  /** Passes up to `most` documents that match and stand before `end`; gives how many there were. */
  skip(most: number, end: number): number {
    const { order, filter, counts } = this.run;
    if (counts !== null) {
      const before = counts.countBefore(this.#position);
      const passed = Math.min(most, counts.countBefore(end) - before);
      this.#position = Math.min(end, counts.positionAfter(before + passed));
      return passed;
    }
    let passed = 0;
    let position = this.#position;
    for (; position < end && passed < most; position++)
      if (filter === null || hasBit(filter, order[position] ?? 0)) passed++;
    this.#position = position;
    return passed;
  }

  /** Adds up to `most` documents that match and stand before `end`; gives how many there were. */
  take(most: number, end: number, into: number[]): number {
    const { order, filter } = this.run;
    let taken = 0;
    for (; this.#position < end && taken < most; this.#position++) {
      const document = order[this.#position] ?? 0;
      if (filter !== null && !hasBit(filter, document)) continue;
      into.push(document);
      taken++;
    }
    return taken;
  }
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
