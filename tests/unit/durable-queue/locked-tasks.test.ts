import test from "ava";
import { LockedTasks } from "../../../engines/durable-queue/locked-tasks.js";

function opened() {
  const clock = { now: 0 };
  return { clock, locked: new LockedTasks(() => clock.now) };
}

const task = (id: string, queue = "work") => ({ id, queue });

test("a task that could not be taken is left out of the looks at its queue for 20 ms", (t) => {
  const { clock, locked } = opened();
  t.is(locked.note([task("a"), task("b", "other")]), 20);
  t.deepEqual([locked.of("work"), locked.of("other")], [["a"], ["b"]]);
  clock.now = 19;
  t.deepEqual(locked.of("work"), ["a"]);
  clock.now = 20;
  t.deepEqual(locked.of("work"), []);
});

test("each further try doubles the time, up to a second", (t) => {
  const { clock, locked } = opened();
  const waits = Array.from({ length: 8 }, () => {
    const wait = locked.note([task("a")]);
    clock.now += wait;
    return wait;
  });
  t.deepEqual(waits, [20, 40, 80, 160, 320, 640, 1000, 1000]);
  locked.note([task("a")]);
  t.deepEqual(locked.of("work"), ["a"]);
  clock.now += 1000;
  t.deepEqual(locked.of("work"), []);
});

test("the next look comes when the first of several tasks may be looked at", (t) => {
  const { locked } = opened();
  locked.note([task("a")]);
  t.is(locked.note([task("b"), task("a")]), 20);
});

test("a task that was taken after all is no longer left out, and begins anew", (t) => {
  const { locked } = opened();
  locked.note([task("a")]);
  locked.note([task("a")]);
  locked.forget([task("a")]);
  t.deepEqual(locked.of("work"), []);
  t.is(locked.note([task("a")]), 20);
});

test("a task of which nothing was heard for two seconds after its time is forgotten", (t) => {
  const { clock, locked } = opened();
  locked.note([task("a")]);
  clock.now = 2020;
  locked.of("work");
  t.is(locked.note([task("a")]), 40);
  clock.now = 2020 + 40 + 2001;
  locked.of("work");
  t.is(locked.note([task("a")]), 20);
});

test("a look leaves out 200 tasks at most, those that were met last", (t) => {
  const { locked } = opened();
  locked.note(Array.from({ length: 199 }, (_, at) => task(`${at}`)));
  t.true(locked.hasRoom);
  locked.note([task("199"), task("200")]);
  t.false(locked.hasRoom);
  const left = locked.of("work");
  t.deepEqual([left.length, left[0], left.at(-1)], [200, "1", "200"]);
});
