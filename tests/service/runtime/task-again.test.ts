import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { enqueue, type NewTask, type TaskHandler, TaskQueue } from "../../../engines/durable-queue/index.js";
import { reclaimExpired, releaseAll } from "../../../engines/durable-queue/lease.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { until } from "../../helpers/until.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const HOUR_MS = 3600_000;

const makeQueue = () =>
  new TaskQueue({
    database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "silent" }),
    leaseMs: 60_000,
    isAlone: false,
  });

const put = (more: Partial<NewTask> = {}) =>
  transaction(database, (tx) => enqueue(tx, { queue: "work", subject: "a", payer: "p", ...more }));
const look = () => reader(database).findOne(Task, { subject: "a" });
const isGone = async () => (await look()) === null;
const change = (sql: string) => transaction(database, (tx) => tx.run(`UPDATE tasks SET ${sql}`));

/** Makes runs that go on until the test ends each of them. */
function stepped(
  end: (task: Parameters<TaskHandler["run"]>[0], run: number) => ReturnType<TaskHandler["run"]>,
) {
  const gates: (() => void)[] = [];
  const attempts: number[] = [];
  const handler: TaskHandler = {
    queue: "work",
    concurrency: 4,
    maxAttempts: 2,
    async run(task) {
      attempts.push(task.attempts);
      await new Promise<void>((resolve) => gates.push(resolve));
      return end(task, attempts.length);
    },
  };
  return {
    handler,
    attempts,
    begun: (runs: number) => until(async () => gates.length >= runs),
    finish: (run: number) => gates[run - 1]?.(),
  };
}

/** Opens a process in which the first run of the subject has begun. */
async function begin(end: Parameters<typeof stepped>[0], more: Partial<TaskHandler> = {}) {
  const queue = makeQueue();
  const steps = stepped(end);
  queue.handle({ ...steps.handler, ...more });
  await queue.start();
  await put();
  await steps.begun(1);
  return { queue, ...steps };
}

test.serial(
  "a ready task that is queued again keeps the earlier time, its attempts and its payer (rules/running 33)",
  async (t) => {
    await put({ afterMs: HOUR_MS });
    await change("attempts = 1");
    const before = await look();
    await put({ afterMs: 2 * HOUR_MS, payer: "q" });
    t.deepEqual(await look(), before);
    await put({ afterMs: 0 });
    const after = await look();
    t.true(Number(after?.runAt) <= Number(before?.runAt) - HOUR_MS / 2);
    t.like(after, { state: "ready", attempts: 1, payer: "p", rerunAt: null, id: before?.id });
  },
);

for (const way of ["completes in its transaction", "returns"] as const) {
  test.serial(
    `a subject queued while it runs is run exactly once more when the run ${way} (rules/running 33)`,
    async (t) => {
      const { queue, attempts, begun, finish } = await begin(async (task) => {
        if (way !== "returns") await transaction(database, (tx) => task.complete(tx));
      });
      await put();
      await put();
      t.like(await look(), { state: "running", fence: 1 });
      finish(1);
      await begun(2);
      t.like(await look(), { state: "running", fence: 2, rerunAt: null });
      finish(2);
      await until(isGone);
      t.deepEqual(attempts, [0, 0]);
      await queue.drain(1000);
    },
  );
}

test.serial("what is queued in a transaction that is undone is not run again", async (t) => {
  const { queue, attempts, finish } = await begin(async () => {});
  await t.throwsAsync(
    transaction(database, async (tx) => {
      await enqueue(tx, { queue: "work", subject: "a", payer: "p" });
      throw new Error("meant to fail");
    }),
  );
  finish(1);
  await until(isGone);
  t.is(attempts.length, 1);
  await queue.drain(1000);
});

for (const way of ["its lease runs out", "its only process starts anew"] as const) {
  test.serial(
    `a run that was to be repeated and whose process dies is run once more when ${way} (rules/running 33)`,
    async (t) => {
      const dying = makeQueue();
      const lost = stepped(async () => {});
      dying.handle(lost.handler);
      await put();
      // Without `start` the process has no heartbeat, as if it was gone.
      dying.wake();
      await lost.begun(1);
      await change("attempts = 1");
      await put();
      if (way === "its lease runs out") {
        await change("leaseUntil = 0");
        t.is(await reclaimExpired(database), 1);
      } else await releaseAll(database);
      t.like(await look(), { state: "ready", attempts: 0, rerunAt: null });
      const living = makeQueue();
      const steps = stepped(async (task) => transaction(database, (tx) => task.complete(tx)));
      living.handle(steps.handler);
      living.wake();
      await steps.begun(1);
      // The late end of the dead process removes nothing.
      lost.finish(1);
      await dying.drain(1000);
      t.like(await look(), { state: "running", fence: 2 });
      steps.finish(1);
      await until(isGone);
      t.deepEqual(steps.attempts, [0]);
      await living.drain(1000);
    },
  );
}

test.serial(
  "a failed run that was to be repeated is repeated at once, with its attempts at none (rules/running 33)",
  async (t) => {
    const buried: string[] = [];
    const { queue, attempts, begun, finish } = await begin(
      async (_task, run) => {
        if (run <= 2) throw new Error("meant to fail");
      },
      { bury: async (_tx, { subject }) => void buried.push(subject) },
    );
    await put();
    finish(1);
    await begun(2);
    // This is the last attempt: without the request the task would be buried.
    await change("attempts = 1");
    await put();
    finish(2);
    await begun(3);
    finish(3);
    await until(isGone);
    t.deepEqual(attempts, [0, 0, 0]);
    t.deepEqual(buried, []);
    await queue.drain(1000);
  },
);

test.serial(
  "a subject queued while its last failure is buried begins anew, and the burial is undone (rules/running 33)",
  async (t) => {
    let burials = 0;
    const { queue, attempts, begun, finish } = await begin(
      async (_task, run) => {
        if (run === 1) throw new Error("meant to fail");
      },
      {
        maxAttempts: 1,
        async bury(tx) {
          burials += 1;
          await new Promise((resolve) => setTimeout(resolve, 2));
          await tx.run("UPDATE tasks SET rerunAt = 1 WHERE subject = ?", ["a"]);
          await enqueue(tx, { queue: "mourning", subject: "b", payer: "p" });
        },
      },
    );
    finish(1);
    await until(async () => burials >= 3);
    t.is(await reader(database).count(Task, { queue: "mourning" }), 0);
    t.like(await look(), { state: "running" });
    await put();
    await begun(2);
    finish(2);
    await until(isGone);
    t.deepEqual(attempts, [0, 0]);
    await queue.drain(1000);
  },
);

test.serial("work that comes again later comes earlier when it was queued for earlier", async (t) => {
  const { queue, attempts, begun, finish } = await begin(async (_task, run) =>
    run === 1 ? { again: { afterMs: HOUR_MS } } : undefined,
  );
  await put();
  finish(1);
  await begun(2);
  finish(2);
  await until(isGone);
  t.is(attempts.length, 2);
  await queue.drain(1000);
});

test.serial("a dead task that is queued again is ready, with its attempts at none", async (t) => {
  const { queue, attempts, begun, finish } = await begin(
    async (_task, run) => {
      if (run === 1) throw new Error("meant to fail");
    },
    { maxAttempts: 1 },
  );
  finish(1);
  await until(async () => (await look())?.state === "dead");
  await put({ payer: "q", priority: 3 });
  await begun(2);
  t.like(await look(), { state: "running", payer: "q", priority: 3, lastError: null });
  finish(2);
  await until(isGone);
  t.deepEqual(attempts, [0, 0]);
  await queue.drain(1000);
});

test.serial("a subject that is dropped while it runs does not come again", async (t) => {
  const { queue, attempts, finish } = await begin(async () => {});
  await put();
  await transaction(database, (tx) => queue.drop(tx, "work", "a"));
  finish(1);
  await until(isGone);
  t.is(attempts.length, 1);
  await queue.drain(1000);
});

test.serial("a subject queued over and over while it ends is never lost (rules/running 33)", async (t) => {
  const queue = makeQueue();
  let wanted = 0;
  let seen = 0;
  queue.handle({
    queue: "work",
    concurrency: 4,
    maxAttempts: 2,
    async run(task) {
      seen = wanted;
      await transaction(database, (tx) => task.complete(tx));
    },
  });
  await queue.start();
  for (let time = 0; time < 50; time += 1) {
    wanted += 1;
    await put();
    if (time % 5 === 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  }
  await until(isGone);
  t.is(seen, 50);
  await queue.drain(1000);
});
