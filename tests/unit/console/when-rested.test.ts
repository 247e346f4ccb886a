import { mock } from "node:test";
import test from "ava";
import { whenRested } from "../../../console/parts/when-rested.js";

const WHEN = { rest: 80, stay: 300 };

test.before(() => mock.timers.enable({ apis: ["setTimeout"] }));
test.after.always(() => mock.timers.reset());

/** Waits for a window to come to rest. Returns the number of callbacks, and the window whose scrolling the test controls. */
function begin() {
  const target = new EventTarget();
  const calls = { count: 0 };
  const end = whenRested(target, WHEN, () => (calls.count += 1));
  const pass = (ms: number) => mock.timers.tick(ms);
  const scroll = () => target.dispatchEvent(new Event("scroll"));
  return { calls, end, pass, scroll };
}

test.serial("a page that is not scrolled has rested after so long", (t) => {
  const { calls, pass } = begin();
  pass(79);
  t.is(calls.count, 0);
  pass(1);
  t.is(calls.count, 1);
});

test.serial("each scrolling begins the rest anew", (t) => {
  const { calls, pass, scroll } = begin();
  for (let times = 0; times < 3; times++) {
    pass(60);
    scroll();
  }
  pass(79);
  t.is(calls.count, 0);
  pass(1);
  t.is(calls.count, 1);
});

test.serial("what stays while the page is scrolled on and on is not waited for longer", (t) => {
  const { calls, pass, scroll } = begin();
  for (let at = 0; at < 299; at++) {
    pass(1);
    scroll();
  }
  t.is(calls.count, 0);
  pass(1);
  t.is(calls.count, 1);
});

test.serial("it calls back once, and not after it was ended", (t) => {
  const rested = begin();
  rested.pass(80);
  rested.scroll();
  rested.pass(1_000);
  t.is(rested.calls.count, 1);
  const ended = begin();
  ended.pass(50);
  ended.end();
  ended.scroll();
  ended.pass(1_000);
  t.is(ended.calls.count, 0);
});
