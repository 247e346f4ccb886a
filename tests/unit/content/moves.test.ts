import test from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import { type Move, partMoves, successorsOf } from "../../../services/content/draft/moves.js";

const runs = Number(process.env["KILN_RUNS"] ?? 100);
const id = (clock: number) => Y.createID(1, clock);

/** Makes moves that count how often an id in them is read. */
function counted(pairs: readonly (readonly [number, number])[]) {
  const counter = { reads: 0 };
  const idOf = (clock: number): Y.ID => ({
    client: 1,
    get clock() {
      counter.reads += 1;
      return clock;
    },
  });
  const moves = pairs.map(([from, to]): Move => ({ from: idOf(from), to: idOf(to), at: 2 }));
  return { counter, moves };
}

/** One item that was moved again and again, and as many items that were moved once. */
const chain = (count: number) => Array.from({ length: count }, (_, at) => [at, at + 1] as const);
const apart = (count: number) => Array.from({ length: count }, (_, at) => [at, at + count] as const);

for (const [name, pairs] of Object.entries({ chain, apart }))
  test(`what pruning of moved items looks at grows with their number, not its square (${name}, ADR-0027)`, (t) => {
    const work = (count: number) => {
      const { counter, moves } = counted(pairs(count));
      let asked = 0;
      const ask = () => {
        asked += 1;
        return true;
      };
      const { kept, gone } = partMoves(moves, { inTwin: ask, inDraft: ask }, { after: 1, most: count / 2 });
      t.is(kept.length, count / 2);
      t.is(gone.length, count / 2);
      return counter.reads + asked;
    };
    const [few, many] = [work(1000), work(8000)];
    t.true(many <= few * 8.1, `${few} for 1,000, ${many} for 8,000`);
  });

test("the successor of a move is the end of its chain, in whatever order one asks, and a circle ends", (t) => {
  const arbitrary = fc.uniqueArray(fc.tuple(fc.nat(30), fc.nat(30)), {
    selector: ([from]) => from,
    maxLength: 30,
  });
  fc.assert(
    fc.property(arbitrary, (pairs) => {
      const moves = pairs.map(([from, to]): Move => ({ from: id(from), to: id(to), at: 1 }));
      const next = new Map(pairs);
      const successor = successorsOf(moves);
      for (const [from, to] of pairs) {
        const passed = new Set<number>();
        let end = to;
        while (next.has(end) && !passed.has(end)) {
          passed.add(end);
          end = next.get(end) ?? end;
        }
        const found = successor({ from: id(from), to: id(to), at: 1 }).clock;
        if (next.has(end)) t.true(next.has(found));
        else t.is(found, end);
      }
    }),
    { numRuns: runs },
  );
});

test("moves that are long ago, or whose items are gone, are not kept", (t) => {
  const moves = [0, 1, 2, 3].map((at): Move => ({ from: id(at), to: id(at + 10), at }));
  const { kept, gone } = partMoves(
    moves,
    { inTwin: ({ clock }) => clock !== 1, inDraft: ({ clock }) => clock !== 12 },
    { after: 0, most: 9 },
  );
  t.deepEqual(
    kept.map(({ at }) => at),
    [3],
  );
  t.deepEqual(
    gone.map(({ at }) => at),
    [0, 1, 2],
  );
});
