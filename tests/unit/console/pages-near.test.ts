import test from "ava";
import { pagesNear } from "../../../console/parts/pages-near.js";

const LIST = { size: 50, ahead: 12, end: 1_000 };
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

test("the next page of a list is near before a place of it is shown, and so is the one before", (t) => {
  t.deepEqual(pagesNear(from(0, 26), LIST), [0]);
  t.deepEqual(pagesNear(from(12, 26), LIST), [0]);
  t.deepEqual(pagesNear(from(13, 26), LIST), [0, 1]);
  t.deepEqual(pagesNear(from(61, 26), LIST), [0, 1]);
  t.deepEqual(pagesNear(from(62, 26), LIST), [1]);
});

test("there is no page before the first one nor behind the last one", (t) => {
  t.deepEqual(pagesNear(from(974, 26), LIST), [19]);
  t.deepEqual(pagesNear(from(0, 3), { ...LIST, end: 3 }), [0]);
  t.deepEqual(pagesNear([], LIST), []);
});

test("a place far away, which keeps the focus, asks for its own page and none between", (t) => {
  t.deepEqual(pagesNear([25, ...from(812, 26)], LIST), [0, 16]);
});
