import test from "ava";
import { Conflicts, MOST_IN_A_ROW } from "../../../engines/durable-queue/conflicts.js";

const own = { id: "a", queue: "work" };

test("a task that meets nothing but conflicts has an end: after many in a row each counts as a failure (rules/running 37)", (t) => {
  const conflicts = new Conflicts();
  const pauses = Array.from({ length: MOST_IN_A_ROW }, () => conflicts.note(own) ?? Infinity);
  t.true((pauses[0] ?? 0) >= 1000 && (pauses[0] ?? 0) <= 1250);
  t.true(pauses.every((pause) => pause <= 37_500));
  t.deepEqual([conflicts.note(own), conflicts.note(own)], [null, null]);
  t.not(conflicts.note({ ...own, id: "b" }), null);
  conflicts.forget(own);
  t.not(conflicts.note(own), null);
});
