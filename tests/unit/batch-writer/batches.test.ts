import { setImmediate } from "node:timers/promises";
import test from "ava";
import type { Outcome } from "../../../engines/batch-writer/index.js";
import { begin, LIMITS, UNDONE } from "./manual-batches.js";

// The numbers are those of the promises above the class.

test("1: one that finds nothing running begins in the next turn, with all that came in the same one", async (t) => {
  const { scheduler, submit, asked } = begin();
  submit("one", "two");
  await scheduler.rest();
  t.deepEqual(asked(), [], "not in the turn in which it came");
  await scheduler.turn();
  t.deepEqual(asked(), ["one,two"]);
});

test("1: in a process the next turn is that of the event loop, behind all promises, and no timer stays", async (t) => {
  const batchesWritten: string[] = [];
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
  const before = timers();
  const { batches } = begin({
    scheduler: undefined,
    async write(_key, requests) {
      batchesWritten.push(requests.join());
      return requests.map((value) => ({ value }));
    },
    limits: { ...LIMITS, patienceMs: 5000 },
  });
  const first = batches.submit("key", "one");
  for (let promises = 0; promises < 50; promises++) await Promise.resolve();
  t.deepEqual(batchesWritten, [], "no chain of promises is long enough to be a turn");
  const second = batches.submit("key", "two");
  await setImmediate();
  t.deepEqual(batchesWritten, ["one,two"], "the batch began in the turn behind that of its first request");
  t.deepEqual(await Promise.all([first, second]), ["one", "two"]);
  t.true(timers() <= before, "the patience of the batch is called off");
});

test("2: a batch is closed when it begins: who comes later is in a later one, which reads anew", async (t) => {
  const read: string[] = [];
  let stored = "old";
  const { batches, scheduler } = begin({
    async write(_key, requests) {
      const found = stored;
      await Promise.resolve();
      read.push(`${requests.join()} read ${found}`);
      return requests.map(() => ({ value: found }));
    },
  });
  const early = batches.submit("key", "early");
  const turned = scheduler.turn();
  stored = "new";
  const late = batches.submit("key", "late");
  await turned;
  for (let turns = 0; turns < 4; turns++) await scheduler.turn();
  t.deepEqual(read, ["early read old", "late read new"]);
  t.deepEqual(await Promise.all([early, late]), ["old", "new"]);
});

test("2: the list of requests that a batch has does not grow while it runs", async (t) => {
  const { scheduler, submit, run } = begin();
  submit("one");
  await scheduler.turn();
  const { requests } = run(0);
  submit("two");
  await scheduler.turn();
  t.deepEqual(requests, ["one"]);
});

test("3: what comes while a batch runs forms the next one, which begins when that has ended", async (t) => {
  const { scheduler, submit, asked, run } = begin();
  submit("one");
  await scheduler.turn();
  submit("two");
  await scheduler.turn();
  submit("three");
  await scheduler.elapse(999);
  await scheduler.turn();
  t.deepEqual(asked(), ["one"]);
  await run(0).end();
  t.deepEqual(asked(), ["one", "two,three"]);
});

test("3: after the patience another one begins beside it, and never more than may run", async (t) => {
  const { scheduler, submit, asked, run, told } = begin();
  submit("one");
  await scheduler.turn();
  submit("two");
  await scheduler.elapse(1000);
  t.deepEqual(asked(), ["one", "two"]);
  submit("three");
  await scheduler.elapse(5000);
  await scheduler.turn();
  t.deepEqual(asked(), ["one", "two"], "two run already");
  await run(1).end();
  t.deepEqual(asked(), ["one", "two", "three"]);
  await run(2).end();
  await scheduler.turn();
  t.deepEqual(told, ["two done", "three done"]);
  await run(0).end();
  await scheduler.turn();
  t.deepEqual(told, ["two done", "three done", "one done"]);
});

test("3: after the patience what comes begins in the next turn", async (t) => {
  const { scheduler, submit, asked } = begin();
  submit("one");
  await scheduler.turn();
  await scheduler.elapse(1000);
  submit("two");
  t.deepEqual(asked(), ["one"]);
  await scheduler.turn();
  t.deepEqual(asked(), ["one", "two"]);
});

test("3: when an older batch ends, none begins beside a young one before its patience is over", async (t) => {
  const { scheduler, submit, asked, run } = begin();
  submit("old");
  await scheduler.turn();
  submit("young");
  await scheduler.elapse(1000);
  submit("third");
  await scheduler.turn();
  await run(0).end();
  await scheduler.elapse(999);
  t.deepEqual(asked(), ["old", "young"]);
  await scheduler.elapse(1);
  t.deepEqual(asked(), ["old", "young", "third"]);
});

test("3: a batch that has ended leaves no timer, and its patience is nothing to the ones behind it", async (t) => {
  const { scheduler, submit, asked, run } = begin();
  submit("one");
  await scheduler.turn();
  await scheduler.elapse(900);
  submit("two");
  await run(0).end();
  submit("three");
  await scheduler.elapse(200);
  t.deepEqual(asked(), ["one", "two"], "the patience with the second one begins with it");
  await run(1).end();
  await run(2).end();
  t.is(scheduler.timers, 0);
});

test("4: a batch holds as many as it may, in their order; the rest is in the next ones", async (t) => {
  const { scheduler, submit, asked, run } = begin();
  submit("1", "2", "3", "4", "5", "6", "7");
  await scheduler.turn();
  await run(0).end();
  await run(1).end();
  t.deepEqual(asked(), ["1,2,3", "4,5,6", "7"]);
});

test("4: a batch weighs no more than it may; what is heavier has its own, and nothing light passes it by", async (t) => {
  const { scheduler, submit, asked, run } = begin();
  submit("a#60", "b#40", "c#1", "d#500", "e", "f#100");
  await scheduler.turn();
  for (const at of [0, 1, 2]) await run(at).end();
  t.deepEqual(asked(), ["a#60,b#40", "c#1", "d#500", "e,f#100"]);
});

test("5: requests of a subject are in batches one after the other, in their order, and hold up nobody else", async (t) => {
  const { scheduler, submit, asked, run } = begin();
  submit("a:1", "a:2", "b:1", "a:3", "c");
  await scheduler.turn();
  await run(0).end();
  await run(1).end();
  t.deepEqual(asked(), ["a:1,b:1,c", "a:2", "a:3"]);
});

test("5: nor are they in two that run at the same time", async (t) => {
  const { scheduler, submit, asked, run } = begin();
  submit("a:1");
  await scheduler.turn();
  submit("a:2");
  await scheduler.elapse(1000);
  t.deepEqual(asked(), ["a:1"]);
  submit("a:3", "b:1");
  await scheduler.turn();
  t.deepEqual(asked(), ["a:1", "b:1"], "b passes by");
  await run(0).end();
  await scheduler.elapse(1000);
  t.deepEqual(asked(), ["a:1", "b:1", "a:2"]);
  await run(2).end();
  t.deepEqual(asked(), ["a:1", "b:1", "a:2", "a:3"]);
});

test("6: one that is refused fails alone, and each is told its own", async (t) => {
  const { scheduler, submit, told, run, asked } = begin();
  submit("one", "two", "three");
  await scheduler.turn();
  await run(0).end([{ value: "first" }, { refusal: new Error("no") }, { value: "third" }]);
  await scheduler.turn();
  t.deepEqual(told, ["first", "two failed: no", "third"]);
  t.is(asked().length, 1);
});

test("7: after a failure that has changed nothing each is done alone, so many at a time as may run, and meets its own failure", async (t) => {
  const { scheduler, submit, told, run, asked } = begin();
  submit("one", "two", "three");
  await scheduler.turn();
  submit("behind");
  await run(0).fail(UNDONE);
  t.deepEqual(asked(), ["one,two,three", "one", "two"]);
  await run(2).fail(UNDONE);
  t.deepEqual(asked().slice(1), ["one", "two", "three"], "one that goes on holds up nobody");
  await run(3).end();
  await scheduler.turn();
  t.deepEqual(told, ["two failed: rolled back", "three done"], "nobody waits for the others");
  t.deepEqual(asked().slice(4), ["behind"], "the next batch begins beside the one that goes on");
  await run(1).end();
  await scheduler.turn();
  t.deepEqual(told, ["two failed: rolled back", "three done", "one done"]);
});

test("3, 7: those that are done once more count among the ones that may run, also after the patience", async (t) => {
  const { scheduler, submit, run, asked } = begin();
  submit("one", "two", "three");
  await scheduler.turn();
  await run(0).fail(UNDONE);
  submit("new");
  await scheduler.turn();
  await scheduler.elapse(5000);
  t.deepEqual(asked().slice(1), ["one", "two"], "two run already");
  await run(1).end();
  t.deepEqual(asked().slice(1), ["one", "two", "three"], "it came before the new one");
  await run(2).end();
  t.deepEqual(asked().slice(1), ["one", "two", "three", "new"]);
});

test("7: one that comes meanwhile is in no batch with one that is done once more", async (t) => {
  const { scheduler, submit, run, asked } = begin({ limits: { ...LIMITS, running: 1 } });
  submit("one", "two");
  await scheduler.turn();
  submit("new");
  await run(0).fail(UNDONE);
  await run(1).end();
  await run(2).end();
  t.deepEqual(asked(), ["one,two", "one", "two", "new"]);
});

test("7: one that was alone is not done again", async (t) => {
  const { scheduler, submit, told, run, asked } = begin();
  submit("one");
  await scheduler.turn();
  await run(0).fail(UNDONE);
  await scheduler.turn();
  t.deepEqual(told, ["one failed: rolled back"]);
  t.is(asked().length, 1);
});

test("7: after a failure that may have changed something nothing is done again, and all fail with it", async (t) => {
  const { scheduler, submit, told, run, asked } = begin();
  submit("one", "two");
  await scheduler.turn();
  await run(0).fail(new Error("connection lost"));
  await scheduler.turn();
  t.deepEqual(told, ["one failed: connection lost", "two failed: connection lost"]);
  t.is(asked().length, 1);
});

test("7: a queue goes on behind a failure, also behind one that is thrown at once or an outcome that is missing", async (t) => {
  let answer: () => Promise<Outcome<string>[]> = () => {
    throw new Error("at once");
  };
  const { scheduler, submit, told } = begin({ write: () => answer() });
  submit("one");
  await scheduler.turn();
  answer = async () => [];
  submit("two");
  await scheduler.turn();
  await scheduler.turn();
  answer = async () => [{ value: "three done" }];
  submit("three");
  await scheduler.turn();
  await scheduler.turn();
  t.deepEqual(told, [
    "one failed: at once",
    "two failed: The batch gave no outcome for this request.",
    "three done",
  ]);
});

test("8: the next batch begins before the callers of the last one are told, a turn later", async (t) => {
  const { scheduler, submit, told, run, asked } = begin();
  submit("one");
  await scheduler.turn();
  submit("two");
  await run(0).end();
  t.deepEqual(asked(), ["one", "two"]);
  t.deepEqual(told, []);
  await scheduler.turn();
  t.deepEqual(told, ["one done"]);
});

test("8: one that is done once more is told a turn later, too, when the next of its batch is under way", async (t) => {
  const { scheduler, submit, told, run, asked } = begin({ limits: { ...LIMITS, running: 1 } });
  submit("one", "two");
  await scheduler.turn();
  await run(0).fail(UNDONE);
  await run(1).end();
  t.deepEqual(asked(), ["one,two", "one", "two"]);
  t.deepEqual(told, []);
  await scheduler.turn();
  t.deepEqual(told, ["one done"]);
});

test("9: keys do not wait for each other, and nothing is kept of one whose requests are done", async (t) => {
  const { batches, scheduler, run } = begin();
  const done = ["a", "b"].map((key) => batches.submit(key, key));
  await scheduler.turn();
  t.deepEqual([run(0).key, run(1).key], ["a", "b"]);
  t.is(batches.size, 2);
  await run(0).end();
  t.is(batches.size, 1);
  await run(1).end();
  await scheduler.turn();
  t.is(batches.size, 0);
  t.is(scheduler.timers, 0);
  t.deepEqual(await Promise.all(done), ["a done", "b done"]);
});
