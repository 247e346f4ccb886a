import type { Pair } from "./align.js";

/**
 * Returns the positions of a longest common subsequence of two texts (Myers). Where letters were only
 * inserted, it has all letters of `before`. Returns none where more than `mostDifferent` letters differ; the
 * steps grow with the square of that number.
 */
export function commonLetters(
  before: readonly string[],
  after: readonly string[],
  mostDifferent: number,
): Pair[] {
  const most = Math.min(before.length + after.length, mostDifferent);
  // The farthest place in `before` by diagonal, which is the place in `before` less that in `after`.
  const farthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const reach = (diagonal: number) => farthest[middle + diagonal] ?? 0;
  const steps: Int32Array[] = [];
  for (let different = 0; different <= most; different++) {
    steps.push(farthest.slice(middle - different - 1, middle + different + 2));
    for (let diagonal = -different; diagonal <= different; diagonal += 2) {
      const isInsertion = comesFromAbove(diagonal, different, reach);
      let i = isInsertion ? reach(diagonal + 1) : reach(diagonal - 1) + 1;
      while (i < before.length && i - diagonal < after.length && before[i] === after[i - diagonal]) i++;
      farthest[middle + diagonal] = i;
      if (i >= before.length && i - diagonal >= after.length) return walkedBack(steps, [i, i - diagonal]);
    }
  }
  return [];
}

const comesFromAbove = (diagonal: number, different: number, reach: (diagonal: number) => number): boolean =>
  diagonal === -different || (diagonal !== different && reach(diagonal - 1) < reach(diagonal + 1));

/** Returns the pairs on the way to the end, from the places that were reached before each step. */
function walkedBack(steps: readonly Int32Array[], end: Pair): Pair[] {
  const pairs: Pair[] = [];
  let [i, j] = end;
  for (let different = steps.length - 1; different >= 0; different--) {
    const reach = (diagonal: number) => steps[different]?.[different + 1 + diagonal] ?? 0;
    const diagonal = i - j;
    const isInsertion = comesFromAbove(diagonal, different, reach);
    const start = different === 0 ? 0 : isInsertion ? reach(diagonal + 1) : reach(diagonal - 1) + 1;
    while (i > start) pairs.push([--i, --j]);
    if (different === 0) break;
    if (isInsertion) j -= 1;
    else i -= 1;
  }
  return pairs.toReversed();
}
