import test from "ava";
import fc from "fast-check";
import { affordable, longestCommon, type Pair, pairChanged } from "../../../services/content/draft/align.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
const texts = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 30 });

/** Computes the length of the longest common subsequence by the textbook, in a table. */
function commonLength(before: string[], after: string[]): number {
  let row = after.map(() => 0);
  for (const text of before) {
    let diagonal = 0;
    row = row.reduce<number[]>((next, above, j) => {
      next.push(after[j] === text ? diagonal + 1 : Math.max(above, next.at(-1) ?? 0));
      diagonal = above;
      return next;
    }, []);
  }
  return row.at(-1) ?? 0;
}

const rises = (pairs: readonly Pair[]) =>
  pairs.every(([i, j], index) => {
    const [previousI, previousJ] = pairs[index - 1] ?? [-1, -1];
    return i > previousI && j > previousJ;
  });

test("the common subsequence is a longest one", (t) => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const pairs = longestCommon(before, after);
      return (
        pairs.length === commonLength(before, after) &&
        pairs.every(([i, j]) => before[i] === after[j]) &&
        rises(pairs)
      );
    }),
    { numRuns },
  );
  t.pass();
});

test("long lists of equal items are aligned all the same", (t) => {
  const before = Array.from({ length: 20_000 }, () => "same");
  const after = ["new", ...before.slice(1), "same", "same"];
  const pairs = longestCommon(before, after);
  t.true(rises(pairs));
  t.true(pairs.length >= 19_900, `${pairs.length}`);
  const shuffled = Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 20_000}`);
  t.true(rises(longestCommon(shuffled, shuffled.toSorted())));
});

test("items that changed where they stand are paired in order, within what is common", (t) => {
  t.deepEqual(
    pairChanged([[1, 1]], [3, 4], () => true),
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  );
  t.deepEqual(
    pairChanged([[2, 0]], [3, 3], () => true),
    [[2, 0]],
  );
  t.deepEqual(
    pairChanged([], [2, 2], (i) => i === 1),
    [[1, 1]],
  );
});

test("pairs that would take too many edits are given up, but for those at the beginning and the end", (t) => {
  const size = 50_000;
  const middle = Array.from({ length: size }, (_, i) => i % 10);
  const before = ["a", "b", ...middle, "y", "z"].map(String);
  const after = ["a", "b", ...middle.toReversed(), "y", "z"].map(String);
  const pairs = longestCommon(before, after);
  t.true(pairs.length > 10_000);
  t.deepEqual(affordable(pairs, [before.length, after.length]), [
    [0, 0],
    [1, 1],
    [size + 2, size + 2],
    [size + 3, size + 3],
  ]);
  const few = longestCommon(before, before.toSpliced(20_000, 5, "new"));
  t.is(affordable(few, [before.length, before.length - 4]), few);
});
