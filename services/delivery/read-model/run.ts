import type { SortKey } from "../query/condition.js";
import { type Bitmap, hasBit, listBits } from "./bitmap.js";
import type { Derivation } from "./derivation.js";
import { type SortViews, compareAcross, sortViews } from "./sort-views.js";
import type { Segment } from "./segment.js";

/** Documents of one segment in the order of a sort. */
export interface Run {
  views: SortViews;
  /** All of the segment, or just those that match. */
  order: Uint32Array;
  /** Which of them match; null: all. */
  filter: Bitmap | null;
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
}

/**
 * The documents that match in the order of the sort: sorted now when they are few, else along the order of the whole
 * segment. Null when something has to be prepared first, which `lacking` is told.
 */
export function orderMatches(
  { segment, bits, count }: Matches,
  sort: readonly SortKey[],
  chain: readonly string[],
  end: number,
  lacking: Derivation[],
): Run | null {
  const views = sortViews(segment, sort, chain, lacking);
  if (views === null) return null;
  const derivation = { kind: "order", sort, chain } as const;
  const walked = bits === null ? 0 : (segment.count * Math.min(end, count)) / Math.max(count, 1);
  const compared = count * Math.log2(count + 1) * COMPARISON;
  if (bits !== null && compared < walked) return { views, order: sortFew(views, bits, count), filter: null };
  const order = segment.get(derivation);
  if (order !== undefined) return { views, order, filter: bits };
  if (bits !== null && count <= SORTED_AT_ONCE)
    return { views, order: sortFew(views, bits, count), filter: null };
  lacking.push(derivation);
  return null;
}

const sortFew = (views: SortViews, bits: Bitmap, count: number): Uint32Array =>
  listBits(bits, count).sort((a, b) => compareAcross(views, a, views, b));

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

  /** Passes up to `most` documents that match and stand before `end`; gives how many there were. */
  skip(most: number, end: number): number {
    const { order, filter } = this.run;
    if (filter === null) {
      const passed = Math.min(most, end - this.#place);
      this.#place += passed;
      return passed;
    }
    let passed = 0;
    let place = this.#place;
    for (; place < end && passed < most; place++) if (hasBit(filter, order[place] ?? 0)) passed++;
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
