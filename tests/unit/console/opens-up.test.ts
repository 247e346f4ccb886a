import test from "ava";
import { opensUp } from "../../../console/parts/opens-up.js";

test("a menu opens upward only where it has no room below, and more above", (t) => {
  const seen = { from: 56, to: 800 };
  t.false(opensUp(200, { top: 400, bottom: 440, ...seen }));
  t.true(opensUp(200, { top: 600, bottom: 640, ...seen }));
  // The gap between the button and the menu has 8 pixels.
  t.false(opensUp(200, { top: 552, bottom: 592, ...seen }));
  t.true(opensUp(200, { top: 553, bottom: 593, ...seen }));
  // Where neither side has room, the menu opens to the larger one.
  t.false(opensUp(700, { top: 100, bottom: 140, ...seen }));
});
