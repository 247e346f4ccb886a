/** The matching positions in two lists; both increase from pair to pair. */
export type Pair = readonly [before: number, after: number];

/** The most places at which one text is looked up; without it, long equal lists take quadratic time. */
const MAX_PLACES = 64;

/**
 * Returns a longest common subsequence of two lists, by the texts that stand for their items (Hunt and
 * Szymanski). In lists with more than 64 equal items the result may not be the longest.
 */
export function longestCommon(before: readonly string[], after: readonly string[]): Pair[] {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = commonMiddle(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  ).map(([i, j]): Pair => [i + start, j + start]);
  const head = Array.from({ length: start }, (_, i): Pair => [i, i]);
  const tail = Array.from({ length: end }, (_, i): Pair => [before.length - end + i, after.length - end + i]);
  return [...head, ...middle, ...tail];
}

/** The steps that Yjs takes in about half a second: each edit that stands alone moves all items after it. */
const MAX_STEPS = 100_000_000;

/**
 * Returns the pairs, or only those at the beginning and the end where all of them would take too many edits:
 * the items between are then replaced as a whole. Only lists of tens of thousands of shuffled items come to
 * that.
 */
export function affordable(pairs: readonly Pair[], [before, after]: Pair): readonly Pair[] {
  const edits = pairs.filter(([i, j], at) => {
    const [nextI, nextJ] = pairs[at + 1] ?? [before, after];
    return nextI !== i + 1 || nextJ !== j + 1;
  }).length;
  if (edits * Math.max(before, after) <= MAX_STEPS) return pairs;
  const start = pairs.findIndex(([i, j], at) => i !== at || j !== at);
  const last = pairs.findLastIndex(
    ([i, j], at) => before - i !== pairs.length - at || after - j !== pairs.length - at,
  );
  return [...pairs.slice(0, start), ...pairs.slice(last + 1)];
}

interface Link {
  pair: Pair;
  previous: Link | null;
}

function commonMiddle(before: readonly string[], after: readonly string[]): Pair[] {
  const places = new Map<string, number[]>();
  for (const [j, text] of after.entries()) {
    const known = places.get(text);
    if (known === undefined) places.set(text, [j]);
    else known.push(j);
  }
  const best: Link[] = [];
  for (const [i, text] of before.entries()) {
    for (const j of nearest(places.get(text) ?? [], i).toReversed()) {
      const length = firstAt(best.length, (index) => (best[index]?.pair[1] ?? 0) >= j);
      best[length] = { pair: [i, j], previous: best[length - 1] ?? null };
    }
  }
  const pairs: Pair[] = [];
  for (let link = best.at(-1) ?? null; link !== null; link = link.previous) pairs.push(link.pair);
  return pairs.toReversed();
}

/** Returns the places nearest to a position, in order. */
function nearest(places: readonly number[], position: number): readonly number[] {
  if (places.length <= MAX_PLACES) return places;
  const around = firstAt(places.length, (index) => (places[index] ?? 0) >= position) - MAX_PLACES / 2;
  const from = Math.min(Math.max(0, around), places.length - MAX_PLACES);
  return places.slice(from, from + MAX_PLACES);
}

/** Returns the first index from which on a condition holds. */
function firstAt(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Adds pairs for items that changed in their place: the items between two common ones, in order, where
 * `mayPair` allows it.
 */
export function pairChanged(
  common: readonly Pair[],
  lengths: Pair,
  mayPair: (before: number, after: number) => boolean,
): Pair[] {
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...common, lengths]) {
    for (; i < nextI && j < nextJ; i++, j++) if (mayPair(i, j)) pairs.push([i, j]);
    pairs.push([nextI, nextJ]);
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return pairs.slice(0, -1);
}
