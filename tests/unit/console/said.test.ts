import test from "ava";
import { saidOf } from "../../../console/generate/results/said.js";

test("a result is named by its first whole words, and by its number where a job made several", (t) => {
  t.is(saidOf("A harbour at dawn", 0, 1), "A harbour at dawn");
  t.is(saidOf("A harbour at dawn", 1, 4), "A harbour at dawn, 2 of 4");
  t.is(
    saidOf("A lighthouse that stands on the farthest rock of the northern harbour", 0, 1),
    "A lighthouse that stands on the farthest rock of the …",
  );
  t.is(saidOf("a".repeat(100), 0, 1), `${"a".repeat(60)} …`);
  t.is(saidOf(`${"a".repeat(55)} four more`, 0, 1), `${"a".repeat(55)} four …`);
  t.is(saidOf("🔥".repeat(61), 0, 1), `${"🔥".repeat(60)} …`);
});
