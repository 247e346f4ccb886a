import test from "ava";
import { NamedTasks } from "../../../engines/durable-queue/named-tasks.js";
import type { Database } from "../../../runtime/database/database.js";

// tests/service/runtime/named-tasks.test.ts has the claims; here nothing is claimed, so that no database is asked.

/** Stands for a database that must not be asked: it has nothing that could be called. */
const NONE = {} as Database;

const named = (subject: string) => ({ id: subject, subject, payer: "ann" });

const claim = (tasks: NamedTasks, { slots = 1, isWanted = false } = {}) =>
  tasks.claim({
    database: NONE,
    owner: "me",
    leaseMs: 1000,
    slots: () => slots,
    begin: () => {},
    isWanted: () => isWanted,
  });

test("only a look tells how much of a payer runs, so a handler that counts it gets no task without one", (t) => {
  t.true(NamedTasks.suits({}));
  t.false(NamedTasks.suits({ perPayer: 1 }));
  t.false(NamedTasks.suits({ lingering: { afterMs: 1, most: 1 } }));
});

test("a queue is looked at where several tasks were named, where no slot is free, and where a look comes anyway", async (t) => {
  const tasks = new NamedTasks();
  for (const subject of ["a", "b", "c"]) tasks.add("work", named(subject));
  t.deepEqual(await claim(tasks), { done: [], toLook: ["work"] });
  tasks.add("work", named("a"));
  t.deepEqual(await claim(tasks, { slots: 0 }), { done: [], toLook: ["work"] });
  tasks.add("work", named("a"));
  t.deepEqual(await claim(tasks, { isWanted: true }), { done: [], toLook: ["work"] });
});

test("what was named once is forgotten with the claim, also when that fails", async (t) => {
  const tasks = new NamedTasks();
  t.true(tasks.isEmpty);
  tasks.add("work", named("a"));
  t.false(tasks.isEmpty);
  await t.throwsAsync(claim(tasks), { instanceOf: TypeError });
  t.true(tasks.isEmpty);
  t.deepEqual(await claim(tasks), { done: [], toLook: [] });
});
