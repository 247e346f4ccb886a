import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { LeaseLost, type TaskHandler, TaskQueue } from "../../../engines/durable-queue/index.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { waitUntil } from "../../helpers/wait-until.js";

const log = pino({ level: "silent" });
let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const makeQueue = (leaseMs = 60_000) =>
  new TaskQueue({
    database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log,
    leaseMs,
    isAlone: false,
  });

const handler = (queue: string, run: TaskHandler["run"], rest: Partial<TaskHandler> = {}): TaskHandler => ({
  queue,
  concurrency: 4,
  maxAttempts: 3,
  run,
  ...rest,
});

const tasksLeft = () => reader(database).count(Task, {});
const enqueue = (queue: TaskQueue, name: string, subjects: readonly string[], payer = "payer") =>
  transaction(database, async (tx) => {
    for (const subject of subjects) await queue.enqueue(tx, { queue: name, subject, payer });
  });
const numbered = (count: number, prefix = "s") =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test.serial("two processes share a queue without doubling work (rules/running 15)", async (t) => {
  const runs: string[] = [];
  const both = [makeQueue(), makeQueue()];
  for (const queue of both) {
    queue.handle(
      handler("work", async (task) => {
        runs.push(task.subject);
        await new Promise((resolve) => setTimeout(resolve, 1));
        await transaction(database, (tx) => task.complete(tx));
      }),
    );
    await queue.start();
  }
  const [first] = both;
  if (!first) throw new Error("no queue");
  await enqueue(first, "work", numbered(60));
  await waitUntil(async () => (await tasksLeft()) === 0);
  t.is(runs.length, 60);
  t.is(new Set(runs).size, 60);
  await Promise.all(both.map((queue) => queue.drain(1000)));
});

test.serial(
  "the same subject queued twice is one task, and a rolled-back one is none (rules/running 33)",
  async (t) => {
    const queue = makeQueue();
    await enqueue(queue, "work", ["a", "a"]);
    await t.throwsAsync(
      transaction(database, async (tx) => {
        await queue.enqueue(tx, { queue: "work", subject: "b", payer: "p" });
        throw new Error("meant to fail");
      }),
    );
    t.is(await tasksLeft(), 1);
  },
);

test.serial(
  "a frozen worker's late write is refused once another process has the task (rules/running 15)",
  async (t) => {
    const frozen = makeQueue(200);
    const other = makeQueue(60_000);
    let thaw = (): void => {};
    const ice = new Promise<void>((resolve) => (thaw = resolve));
    const late: { error?: unknown } = {};
    let isInHand = false;
    frozen.handle(
      handler("work", async (task) => {
        isInHand = true;
        await ice;
        try {
          await transaction(database, (tx) => task.guard(tx));
        } catch (error) {
          late.error = error;
          throw error;
        }
      }),
    );
    await enqueue(frozen, "work", ["a"]);
    frozen.wake();
    await waitUntil(() => isInHand);
    const finished: number[] = [];
    other.handle(
      handler("work", async (task) => {
        await transaction(database, (tx) => task.complete(tx));
        finished.push(task.fence);
      }),
    );
    // `frozen` was never started and has no heartbeat, so its lease expires.
    await transaction(database, (tx) => tx.run("UPDATE tasks SET leaseUntil = 0"));
    const { reclaimExpired } = await import("../../../engines/durable-queue/lease.js");
    t.is(await reclaimExpired(database), 1);
    other.wake();
    await waitUntil(() => finished.length === 1);
    thaw();
    await waitUntil(() => late.error !== undefined);
    t.true(late.error instanceof LeaseLost);
    t.deepEqual(finished, [2]);
    t.is(await tasksLeft(), 0);
    await Promise.all([frozen.drain(1000), other.drain(1000)]);
  },
);

test.serial("a failing task backs off, then is dead, kept and buried once (rules/running 33)", async (t) => {
  const queue = makeQueue();
  const buried: string[] = [];
  let runs = 0;
  queue.handle(
    handler(
      "work",
      async () => {
        runs += 1;
        throw new Error("it broke");
      },
      { maxAttempts: 2, bury: async (_tx, task) => void buried.push(task.subject) },
    ),
  );
  await queue.start();
  await enqueue(queue, "work", ["a"]);
  await waitUntil(async () => (await reader(database).count(Task, { state: "dead" })) === 1);
  const dead = await reader(database).findOne(Task, { subject: "a" });
  t.is(runs, 2);
  t.is(dead?.attempts, 2);
  t.regex(dead?.lastError ?? "", /it broke/);
  t.deepEqual(buried, ["a"]);
  await queue.drain(1000);
});

test.serial("work that wants to go on later comes again, and its attempts count from none", async (t) => {
  const queue = makeQueue();
  const attempts: number[] = [];
  queue.handle(
    handler("work", async (task) => {
      attempts.push(task.attempts);
      if (attempts.length === 1) throw new Error("once");
      return attempts.length < 4 ? { again: { afterMs: 10 } } : undefined;
    }),
  );
  await queue.start();
  await enqueue(queue, "work", ["a"]);
  await waitUntil(async () => (await tasksLeft()) === 0);
  t.deepEqual(attempts, [0, 1, 0, 0]);
  await queue.drain(1000);
});

test.serial(
  "work that kills its process each time is dead after its attempts and does not run again (rules/running 27 and 33)",
  async (t) => {
    const dying = makeQueue();
    const buried: string[] = [];
    let runs = 0;
    let die = (): void => {};
    dying.handle(
      handler(
        "work",
        async () => {
          runs += 1;
          // The process is gone: the run never ends, and its lease expires.
          if (runs <= 3) await new Promise<void>((resolve) => (die = resolve));
        },
        { bury: async (_tx, task) => void buried.push(task.subject) },
      ),
    );
    await enqueue(dying, "work", ["a"]);
    const { reclaimExpired } = await import("../../../engines/durable-queue/lease.js");
    for (let time = 1; time <= 3; time += 1) {
      dying.wake();
      await waitUntil(() => runs === time);
      await transaction(database, (tx) => tx.run("UPDATE tasks SET leaseUntil = 0"));
      t.is(await reclaimExpired(database), 1);
      die();
    }
    dying.wake();
    await waitUntil(async () => (await reader(database).count(Task, { state: "dead" })) === 1);
    t.is(runs, 3);
    t.deepEqual(buried, ["a"]);
    const [task] = await reader(database).find(Task, {});
    t.like(task, { state: "dead", attempts: 3 });
    await dying.drain(1000);
  },
);

test.serial("a worker whose lease ran out by its own clock stops without asking", async (t) => {
  const queue = makeQueue(150);
  let aborted = false;
  queue.handle(
    handler("work", async ({ signal }) => {
      if (aborted) return;
      // The thread is blocked, as before SIGCONT: nothing of this process ran for longer than the lease.
      const end = performance.now() + 400;
      while (performance.now() < end);
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      aborted = true;
      signal.throwIfAborted();
    }),
  );
  await queue.start();
  await enqueue(queue, "work", ["a"]);
  await waitUntil(async () => aborted && (await tasksLeft()) === 0);
  await queue.drain(1000);
  t.pass();
});

test.serial("one payer's long queue does not keep another one waiting (rules/generation 14)", async (t) => {
  const queue = makeQueue();
  const order: string[] = [];
  queue.handle(
    handler(
      "work",
      async (task) => {
        order.push(task.payer);
        await transaction(database, (tx) => task.complete(tx));
      },
      { concurrency: 2 },
    ),
  );
  await enqueue(queue, "work", numbered(100, "big"), "big");
  await enqueue(queue, "work", numbered(2, "small"), "small");
  await queue.start();
  await waitUntil(async () => (await tasksLeft()) === 0);
  t.true(order.indexOf("small") < 4, `small came at ${order.indexOf("small")}`);
  await queue.drain(1000);
});

test.serial("a payer's limit holds over all processes, and all of its work comes in the end", async (t) => {
  const [one, other] = [makeQueue(), makeQueue()];
  const both = [one, other];
  const open: (() => void)[] = [];
  const ended: string[] = [];
  let most = 0;
  for (const queue of both)
    queue.handle(
      handler(
        "work",
        async (task) => {
          if (task.payer === "slow") {
            most = Math.max(most, open.length + 1);
            await new Promise<void>((resolve) => open.push(resolve));
          }
          await transaction(database, (tx) => task.complete(tx));
          ended.push(task.subject);
        },
        { concurrency: 8, perPayer: 2 },
      ),
    );
  await enqueue(one, "work", numbered(20, "slow"), "slow");
  one.wake();
  await waitUntil(() => open.length === 2);
  await enqueue(one, "work", numbered(5, "quick"), "quick");
  for (const queue of both) queue.wake();
  await waitUntil(() => ended.length === 5);
  t.is(open.length, 2);
  await waitUntil(() => {
    open.splice(0).forEach((go) => go());
    for (const queue of both) queue.wake();
    return ended.length === 25;
  });
  // Two processes that look at the same moment may each take the last slot.
  t.true(most <= 4, String(most));
  t.is(await tasksLeft(), 0);
  await Promise.all(both.map((queue) => queue.drain(1000)));
});

test.serial("a paused queue hands back what does not end in time, untouched, and others go on", async (t) => {
  const queue = makeQueue();
  const seen: string[] = [];
  const waits: TaskHandler["run"] = async ({ subject, signal }) => {
    seen.push(subject);
    await new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new Error("aborted"))),
    );
  };
  queue.handle(handler("work", waits));
  queue.handle(handler("other", async ({ subject }) => void seen.push(subject)));
  await queue.start();
  await enqueue(queue, "work", ["a"]);
  await waitUntil(() => seen.length === 1);
  await queue.pause(["work"], 20);
  t.like(await reader(database).findOne(Task, { subject: "a" }), { state: "ready", attempts: 0 });
  await enqueue(queue, "other", ["b"]);
  await waitUntil(async () => (await tasksLeft()) === 1);
  t.deepEqual(seen, ["a", "b"]);
  await queue.drain(1000);
});

test.serial("a drain hands back what does not end in time, untouched", async (t) => {
  const queue = makeQueue();
  let isInHand = false;
  queue.handle(
    handler("work", async (task) => {
      isInHand = true;
      await new Promise((_resolve, reject) =>
        task.signal.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    }),
  );
  await queue.start();
  await enqueue(queue, "work", ["a"]);
  await waitUntil(() => isInHand);
  await queue.drain(20);
  const task = await reader(database).findOne(Task, { subject: "a" });
  t.is(task?.state, "ready");
  t.is(task?.attempts, 0);
});

test.serial(
  "a burial locks what it changes before the task, and is undone when another process has the task",
  async (t) => {
    const queue = makeQueue();
    const states: string[] = [];
    let isStolen = false;
    queue.handle(
      handler("work", () => Promise.reject(new Error("meant to fail")), {
        maxAttempts: 1,
        bury: async (tx, { id }) => {
          const task = await tx.findOne(Task, { id });
          states.push(String(task?.state));
          await queue.enqueue(tx, { queue: "mourning", subject: id, payer: "p" });
          if (isStolen) await tx.run("UPDATE tasks SET fence = fence + 1 WHERE id = ?", [id]);
        },
      }),
    );
    await enqueue(queue, "work", ["a"]);
    queue.wake();
    await waitUntil(async () => (await reader(database).count(Task, { state: "dead" })) === 1);
    t.is(await reader(database).count(Task, { queue: "mourning" }), 1);
    isStolen = true;
    await enqueue(queue, "work", ["b"]);
    queue.wake();
    await waitUntil(() => states.length === 2);
    await queue.drain(1000);
    t.deepEqual(states, ["running", "running"]);
    t.is(await reader(database).count(Task, { queue: "mourning" }), 1);
    t.is(await reader(database).count(Task, { state: "dead" }), 1);
  },
);
