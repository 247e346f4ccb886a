import test from "ava";
import { Hints } from "../../../engines/durable-queue/hints.js";

const MOST = 64;

test("payers are remembered by queue until they have no due task", (t) => {
  const hints = new Hints();
  hints.note("work", "ann");
  hints.note("work", "ben");
  hints.note("other", "cem");
  hints.drop("work", "ann");
  t.deepEqual([[...hints.payers("work")], [...hints.payers("other")]], [["ben"], ["cem"]]);
  t.deepEqual([...hints.payers("none")], []);
});

test("of more payers than are remembered the one of whom nothing was heard for longest is forgotten", (t) => {
  const hints = new Hints();
  for (let payer = 0; payer < MOST; payer += 1) hints.note("work", `payer ${payer}`);
  hints.note("work", "payer 0");
  hints.note("work", "new");
  const known = new Set(hints.payers("work"));
  t.deepEqual(
    [known.size, known.has("payer 0"), known.has("payer 1"), known.has("new")],
    [MOST, true, false, true],
  );
});

test("many payers of one group push out those of their own group only", (t) => {
  const hints = new Hints();
  hints.note("work", "ann/1");
  hints.note("work", "ann/2");
  for (let payer = 0; payer < MOST; payer += 1) hints.note("work", `greedy/${payer}`);
  const known = [...hints.payers("work")];
  t.deepEqual(known.slice(0, 3), ["ann/1", "ann/2", "greedy/2"]);
  t.is(known.length, MOST);
});

test("the walk over all payers is remembered by queue, and makes a step every 200 ms", (t) => {
  let now = 0;
  const hints = new Hints(() => now);
  t.deepEqual([hints.isWalkDue("work"), hints.walkedTo("work")], [true, ""]);
  hints.walkTo("work", "ann");
  t.deepEqual([hints.isWalkDue("work"), hints.walkedTo("work")], [false, "ann"]);
  t.deepEqual([hints.isWalkDue("other"), hints.walkedTo("other")], [true, ""]);
  now = 199;
  t.false(hints.isWalkDue("work"));
  now = 200;
  t.true(hints.isWalkDue("work"));
});
