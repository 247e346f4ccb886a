import test from "ava";
import { isInRings, ofRings } from "../../helpers/of-rings.js";

/** Runs the body as the tests of the rings do, or as those of a whole run do. */
function inRings(isShort: boolean, body: () => void): void {
  const { KILN_SHORT } = process.env;
  if (isShort) process.env.KILN_SHORT = "1";
  else delete process.env.KILN_SHORT;
  try {
    body();
  } finally {
    if (KILN_SHORT === undefined) delete process.env.KILN_SHORT;
    else process.env.KILN_SHORT = KILN_SHORT;
  }
}

const CASES = [0, 1, 2, 3, 4, 5, 6];

test("the rings take the first of many cases, each n-th and those that are always taken", (t) => {
  inRings(true, () => {
    t.true(isInRings());
    t.deepEqual(ofRings(CASES, { each: 3 }), [0, 3, 6]);
    t.deepEqual(ofRings(CASES, { each: 3, always: (one) => one === 5 }), [0, 3, 5, 6]);
    t.deepEqual(ofRings(CASES, { always: (one) => one > 4 }), [5, 6]);
  });
});

test("a whole run takes all of them", (t) => {
  inRings(false, () => {
    t.false(isInRings());
    t.deepEqual(ofRings(CASES, { each: 3 }), CASES);
  });
});
