import test from "ava";
import { bindParameters } from "../../../../runtime/database/sqlite/bind-parameters.js";

test("names become question marks with their values in the order of the text", (t) => {
  const bound = bindParameters("a = :a AND b = :b.c AND a2 = :a", { a: 1, "b.c": "two" });
  t.deepEqual(bound, ["a = ? AND b = ? AND a2 = ?", [1, "two", 1]]);
});

test("a list becomes one question mark for each value", (t) => {
  t.deepEqual(bindParameters("id IN (:...ids)", { ids: [1, 2, 3] }), ["id IN (?, ?, ?)", [1, 2, 3]]);
});

test("what a function gives is SQL, and a name without a value stays as it is", (t) => {
  const named = { now: () => "unixepoch()" };
  t.deepEqual(bindParameters("at < :now AND t = '10:30:unknown'", named), [
    "at < unixepoch() AND t = '10:30:unknown'",
    [],
  ]);
});
