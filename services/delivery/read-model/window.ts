import type { Condition, SortKey } from "../query/condition.js";
import type { Segment } from "./segment.js";
import { keyFor, rangeOf } from "./value-range.js";

/** Places of an order, the last one not included. */
export type Window = readonly [from: number, to: number];

type Compare = Extract<Condition, { kind: "compare" }>;

/**
 * Where in the order of a sort all stand that match: a condition on the field that comes first in it leaves a part of
 * the order, so that "later than" with the newest first need not pass everything before.
 */
export function windowOf(
  segment: Segment,
  where: Condition,
  sort: readonly SortKey[],
  chain: readonly string[],
): Window {
  const whole: Window = [0, segment.count];
  const [first] = sort;
  // the order by id is that of the places, and few documents have no ranks
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
