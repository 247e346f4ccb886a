import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { type TaskHandler, enqueueNew, TaskQueue } from "../../../engines/durable-queue/index.js";
import { NamedTasks } from "../../../engines/durable-queue/named-tasks.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { recordStatements } from "../../helpers/record-statements.js";
import { waitUntil } from "../../helpers/wait-until.js";

// A new task that a wake-up names is claimed without a look, where nothing else can be due (ADR-0097).

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const open: TaskQueue[] = [];
test.afterEach.always(async () => {
  for (const queue of open.splice(0)) await queue.drain(0);
});

function queueOf(): TaskQueue {
  const queue = new TaskQueue({
    database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "silent" }),
    leaseMs: 60_000,
    isAlone: false,
  });
  open.push(queue);
  return queue;
}

const enqueue = (queue: TaskQueue, subject: string, payer = "payer") =>
  transaction(database, (tx) => queue.enqueueNew(tx, { queue: "work", subject, payer }));

/** Pattern of a look at this queue alone. Polls look at both queues. */
const LOOK = /AS queue0(?![\s\S]*AS queue1)/;

async function begin(done: string[] = [], rest: Partial<TaskHandler> = {}) {
  const queue = queueOf();
  queue.handle({ queue: "beside", concurrency: 1, maxAttempts: 1, run: async () => {} });
  queue.handle({
    queue: "work",
    concurrency: 2,
    maxAttempts: 2,
    run: async ({ subject }) => void done.push(subject),
    ...rest,
  });
  await queue.start();
  await enqueue(queue, "first");
  await waitUntil(() => done.includes("first"));
  await waitUntil(async () => (await reader(database).count(Task, {})) === 0);
  return { queue, done };
}

test.serial("a new task costs no look where the last one left nothing", async (t) => {
  const { queue, done } = await begin();
  const asked = recordStatements(database);
  await enqueue(queue, "second");
  await waitUntil(() => done.includes("second"));
  await waitUntil(async () => (await reader(database).count(Task, {})) === 0);
  t.deepEqual(
    asked.end().filter((sql) => LOOK.test(sql)),
    [],
  );
});

test.serial("where what runs of a payer counts, a look tells", async (t) => {
  const { queue, done } = await begin([], { perPayer: 5 });
  const asked = recordStatements(database);
  await enqueue(queue, "second");
  await waitUntil(() => done.includes("second"));
  t.true(asked.end().some((sql) => LOOK.test(sql)));
});

test.serial("what another process has claimed meanwhile is done once, by that one", async (t) => {
  const { queue, done } = await begin();
  // The task is claimed between the commit and the wake-up, as by the poll of another process.
  await transaction(database, async (tx) => {
    await queue.enqueueNew(tx, { queue: "work", subject: "theirs", payer: "payer" });
    await tx.run("UPDATE tasks SET state = 'running', owner = 'other', fence = 1, leaseUntil = ?", [
      Date.now() + 60_000,
    ]);
  });
  await enqueue(queue, "ours");
  await waitUntil(() => done.includes("ours"));
  t.deepEqual(done, ["first", "ours"]);
  const left = await reader(database).find(Task, {});
  t.like(left[0], { subject: "theirs", owner: "other", fence: 1, state: "running" });
});

test.serial("more than there are slots for are all done, with one fence each", async (t) => {
  const fences: number[] = [];
  const done: string[] = [];
  const run = async ({ subject, fence }: { subject: string; fence: number }) => {
    fences.push(fence);
    done.push(subject);
  };
  const { queue } = await begin(done, { run });
  const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
  await Promise.all(names.map((name) => enqueue(queue, name, `payer-${name}`)));
  await waitUntil(() => done.length === 21);
  t.deepEqual(done.slice(1).toSorted(), names.toSorted());
  t.true(fences.every((fence) => fence === 1));
});

test.serial(
  "what this process has claimed by a look between the commit and the wake-up is not claimed once more",
  async (t) => {
    await begin();
    const queue = queueOf();
    const ids = new Map<string, string>();
    await transaction(database, async (tx) => {
      for (const [name, subject] of [
        ["work", "seen"],
        ["work", "new"],
        ["beside", "alone"],
      ] as const) {
        const { id } = await enqueueNew(tx, { queue: `other-${name}`, subject, payer: "payer" });
        ids.set(subject, id);
      }
      await tx.run("UPDATE tasks SET state = 'running', owner = ?, fence = 1 WHERE subject = 'seen'", [
        queue.owner,
      ]);
    });
    const named = new NamedTasks();
    const name = (of: string, subject: string) =>
      named.add(of, { id: ids.get(subject) ?? "", subject, payer: "payer" });
    const won: [string, number][] = [];
    const claim = () =>
      named.claim({
        begin: ({ subject, fence }) => void won.push([subject, fence]),
        database,
        owner: queue.owner,
        leaseMs: 60_000,
        slots: () => 9,
        isWanted: () => false,
      });
    name("other-work", "seen");
    name("other-work", "new");
    name("other-beside", "alone");
    const first = await claim();
    t.deepEqual(won, [["alone", 1]]);
    t.deepEqual([first.done, first.toLook], [["other-beside"], ["other-work"]]);
    name("other-work", "seen");
    t.deepEqual((await claim()).toLook, ["other-work"]);
    t.is(won.length, 1);
  },
);
