import { mock } from "node:test";
import test from "ava";
import { RestWatch } from "../../../console/parts/rest-watch.js";

const PAGE = { rest: 80, stay: 300 };
const TILE = { rest: 120, stay: 500 };
let now = 1_000;

test.before(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => now);
});
test.after.always(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/** A window that one can scroll, what hears of it, and who was called back. */
function openWindow() {
  const target = new EventTarget();
  const calls: string[] = [];
  const watch = new RestWatch(target);
  return {
    calls,
    wait: (name: string, when = PAGE) => watch.wait(when, () => calls.push(name)),
    scroll: () => target.dispatchEvent(new Event("scroll")),
  };
}
function pass(ms: number): void {
  for (let at = 0; at < ms; at++) {
    now += 1;
    mock.timers.tick(1);
  }
}

test.serial("a page that is not scrolled has rested after so long", (t) => {
  const { calls, wait } = openWindow();
  wait("page");
  pass(79);
  t.deepEqual(calls, []);
  pass(1);
  t.deepEqual(calls, ["page"]);
});

test.serial("each scrolling begins the rest anew", (t) => {
  const { calls, wait, scroll } = openWindow();
  wait("page");
  for (let times = 0; times < 3; times++) {
    pass(60);
    scroll();
  }
  pass(79);
  t.deepEqual(calls, []);
  pass(1);
  t.deepEqual(calls, ["page"]);
});

test.serial("what stays while the page is scrolled on and on is not waited for longer", (t) => {
  const { calls, wait, scroll } = openWindow();
  wait("page");
  for (let at = 0; at < 299; at++) {
    pass(1);
    scroll();
  }
  t.deepEqual(calls, []);
  pass(1);
  t.deepEqual(calls, ["page"]);
});

test.serial("who comes later waits the whole time, and each as long as is asked", (t) => {
  const { calls, wait } = openWindow();
  wait("tile", TILE);
  pass(30);
  wait("page");
  pass(40);
  wait("later");
  pass(39);
  t.deepEqual(calls, []);
  pass(1);
  t.deepEqual(calls, ["page"]);
  pass(10);
  t.deepEqual(calls, ["page", "tile"]);
  pass(30);
  t.deepEqual(calls, ["page", "tile", "later"]);
});

test.serial("it calls back once, and nobody who has left, and hears nothing of scrolling then", (t) => {
  const { calls, wait, scroll } = openWindow();
  const leave = wait("gone");
  wait("page");
  pass(50);
  leave();
  pass(30);
  scroll();
  pass(1_000);
  t.deepEqual(calls, ["page"]);
  leave();
  // Scrolling while nobody waits keeps nobody waiting later.
  scroll();
  wait("again");
  pass(80);
  t.deepEqual(calls, ["page", "again"]);
});

test.serial("scrolling sets no timer: one is set for all who wait", (t) => {
  const { calls, wait, scroll } = openWindow();
  for (let at = 0; at < 40; at++) wait(`tile ${at}`, TILE);
  const set = mock.method(globalThis, "setTimeout");
  for (let at = 0; at < 100; at++) scroll();
  t.is(set.mock.callCount(), 0);
  set.mock.restore();
  pass(120);
  t.is(calls.length, 40);
});

test.serial("who is called back may wait anew", (t) => {
  const target = new EventTarget();
  const watch = new RestWatch(target);
  let times = 0;
  const again = (): void => {
    times += 1;
    if (times < 3) watch.wait(PAGE, again);
  };
  watch.wait(PAGE, again);
  pass(240);
  t.is(times, 3);
});
