import test from "ava";
import fc from "fast-check";
import { commonLetters } from "../../../services/content/draft/common-letters.js";

/** Returns the length of a longest common subsequence, from a table of all beginnings. */
function longest(before: readonly string[], after: readonly string[]): number {
  let row = after.map(() => 0);
  for (const letter of before) {
    const next: number[] = [];
    for (const [j, other] of after.entries())
      next.push(letter === other ? (row[j - 1] ?? 0) + 1 : Math.max(row[j] ?? 0, next[j - 1] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 });

test("the common letters of two texts are equal, in order, and as many as there can be", (t) => {
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      const pairs = commonLetters(before, after, 60);
      t.is(pairs.length, longest(before, after));
      for (const [index, [i, j]] of pairs.entries()) {
        t.is(before[i], after[j]);
        const [lastI, lastJ] = pairs[index - 1] ?? [-1, -1];
        t.true(i > lastI && j > lastJ);
      }
    }),
  );
});

test("texts that differ in more letters than are allowed have none in common", (t) => {
  t.deepEqual(commonLetters(["a"], [..."xxax"], 3), [[0, 2]]);
  t.deepEqual(commonLetters(["a"], [..."xxax"], 2), []);
});
