import test from "ava";
import { isMiss, table, type Figure } from "../../../bench/figure.js";
import { median, percentile } from "../../../bench/load/percentile.js";

const figure = (value: number, target?: Figure["target"]): Figure => ({
  name: "f",
  value,
  unit: "ratio",
  ...(target && { target }),
});

test("a figure misses its target on the wrong side of it, and never without one", (t) => {
  t.false(isMiss(figure(0.5, { atLeast: 0.5 })));
  t.true(isMiss(figure(0.49, { atLeast: 0.5 })));
  t.true(isMiss(figure(50, { below: 50 })));
  t.false(isMiss(figure(49.9, { below: 50 })));
  t.false(isMiss(figure(Number.MAX_VALUE)));
  t.true(isMiss(figure(Number.NaN, { below: 1 })));
});

test("the table has a row for each figure and columns of one width", (t) => {
  const lines = table([figure(0.25, { atLeast: 0.5 }), { ...figure(1234), unit: "ms" }]).split("\n");
  t.is(lines.length, 4);
  t.is(new Set(lines.map((line) => line.length)).size, 1);
  t.regex(lines[2] ?? "", /\| 0\.25 +\| at least 0\.5 \| MISS \|/);
  t.regex(lines[3] ?? "", /\| 1234 ms \|/);
});

test("median and percentiles take the values in order", (t) => {
  t.is(median([3, 1, 2]), 2);
  t.is(median([4, 1, 2, 3]), 2.5);
  t.is(percentile([5, 1, 4, 2, 3], 0.99), 5);
  t.is(percentile([5, 1, 4, 2, 3], 0), 1);
  t.true(Number.isNaN(median([])));
});
