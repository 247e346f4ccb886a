import test from "ava";
import { barsOf, loudest } from "../../../console/generate/bars.js";

test("a sound is as loud as its loudest channel, at its place", (t) => {
  const left = new Float32Array(100);
  const right = new Float32Array(100);
  left[10] = -0.5;
  right[99] = 1;
  t.deepEqual(loudest([left, right], 4), [0.5, 0, 0, 1]);
  t.deepEqual(loudest([], 2), [0, 0]);
});

test("bars have the loudest of what they stand for, however many there are", (t) => {
  t.deepEqual(barsOf([0, 1, 0.5, 0.25], 2), [1, 0.5]);
  t.deepEqual(barsOf([0.5, 1], 4), [0.5, 0.5, 1, 1]);
  t.deepEqual(barsOf([], 2), [0, 0]);
  t.deepEqual(barsOf([1], 0), []);
});
