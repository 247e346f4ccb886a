import type { Comparison } from "./condition.js";
import { compareTo, isPresent, type Key, type KeyView } from "./key-view.js";
import { type Bitmap, setBit, toggle, wordsFor } from "./bitmap.js";
import { newWords } from "./memory.js";

/** The most sets of an order's first documents that are kept, and the least distance between two of them. */
const MAX_CHECKPOINTS = 32;
const MIN_STEP = 512;

/** The ascending order by one field, prepared to return the set of any range of it. */
export interface Ranks {
  order: Uint32Array;
  /** Number of documents that have a value; they come first. */
  present: number;
  step: number;
  /** Sets of the first `step`, `2 * step`, … documents, one after the other. */
  checkpoints: Uint32Array;
}

export function rankDocuments(order: Uint32Array, view: KeyView): Ranks {
  const count = order.length;
  const step = Math.max(MIN_STEP, Math.ceil(count / MAX_CHECKPOINTS));
  const present = firstPosition(count, (position) => !isPresent(view, order[position] ?? 0));
  const words = wordsFor(count);
  const checkpoints = newWords(Math.floor(present / step) * words);
  const set = new Uint32Array(words);
  for (let at = 0; at < present; at++) {
    setBit(set, order[at] ?? 0);
    if ((at + 1) % step === 0) checkpoints.set(set, ((at + 1) / step - 1) * words);
  }
  return { order, present, step, checkpoints };
}

/** Finds the first position for which the test holds, given that it holds for all later positions too. */
export function firstPosition(count: number, test: (position: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Counts the documents whose value is below the key, or, when `isInclusive`, not above it. */
export function countBelow({ order, present }: Ranks, view: KeyView, key: Key, isInclusive: boolean): number {
  return firstPosition(present, (position) => {
    const comparison = compareTo(view, order[position] ?? 0, key);
    return comparison > 0 || (!isInclusive && comparison === 0);
  });
}

/** Writes the set of the documents from rank `from` up to, not including, rank `to`, by ascending value. */
export function fillRange(ranks: Ranks, from: number, to: number, into: Bitmap): void {
  if (to - from <= ranks.step) {
    into.fill(0);
    flipPositions(ranks.order, from, to, into);
    return;
  }
  // The first `to` documents contain the first `from` documents, which are removed from the set.
  const last = nearest(ranks, to, into.length);
  if (last === 0) into.fill(0);
  else into.set(checkpoint(ranks, last, into.length));
  flipPositions(ranks.order, Math.min(last * ranks.step, to), Math.max(last * ranks.step, to), into);
  const first = nearest(ranks, from, into.length);
  if (first > 0) toggle(into, checkpoint(ranks, first, into.length));
  flipPositions(ranks.order, Math.min(first * ranks.step, from), Math.max(first * ranks.step, from), into);
}

/** Adds the documents of a short range. */
export function addPositions({ order }: Ranks, from: number, to: number, into: Bitmap): void {
  for (let position = from; position < to; position++) setBit(into, order[position] ?? 0);
}

const nearest = ({ step, checkpoints }: Ranks, position: number, words: number): number =>
  Math.min(Math.round(position / step), checkpoints.length / words);

const checkpoint = ({ checkpoints }: Ranks, number: number, words: number): Uint32Array =>
  checkpoints.subarray((number - 1) * words, number * words);

function flipPositions(order: Uint32Array, from: number, to: number, into: Bitmap): void {
  for (let position = from; position < to; position++) {
    const document = order[position] ?? 0;
    into[document >>> 5] = (into[document >>> 5] ?? 0) ^ (1 << (document & 31));
  }
}

/** Returns the range of positions whose values compare in this way with the key, in ascending order. */
export const rangeOf = (ranks: Ranks, view: KeyView, operator: Comparison, key: Key): [number, number] =>
  between(
    operator,
    operator === "lte" || operator === "gt" ? 0 : countBelow(ranks, view, key, false),
    operator === "lt" || operator === "gte" ? 0 : countBelow(ranks, view, key, true),
    ranks.present,
  );

/**
 * Returns the first matching position and the one after the last, among `count` values in order. `below`
 * values are smaller than the operand, and `upTo` are not greater.
 */
export function between(operator: Comparison, below: number, upTo: number, count: number): [number, number] {
  switch (operator) {
    case "eq":
      return [below, upTo];
    case "lt":
      return [0, below];
    case "lte":
      return [0, upTo];
    case "gt":
      return [upTo, count];
    case "gte":
      return [below, count];
  }
}
