import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { reclaimExpired } from "../../../engines/durable-queue/lease.js";
import { recurringTask, type RecurringWork, TaskQueue } from "../../../engines/durable-queue/index.js";
import { reader, transaction, type Tx } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { until } from "../../helpers/until.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const HOUR_MS = 3600_000;
const QUEUE = "area.sweep";

const transact = <T>(work: (tx: Tx) => Promise<T>) => transaction(database, work);
const change = (sql: string) => transact((tx) => tx.run(`UPDATE tasks SET ${sql}`));
const tasks = () => reader(database).find(Task, {});
const look = async () => (await tasks())[0];

/** Runs that go on until the test ends each of them. */
class Runs {
  readonly #ends: ((error?: Error) => void)[] = [];
  inHand = 0;
  mostAtOnce = 0;

  readonly run: RecurringWork["run"] = async ({ signal }) => {
    this.inHand += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.inHand);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#ends.push((error) => (error ? reject(error) : resolve()));
        signal.addEventListener("abort", () => resolve());
      });
    } finally {
      this.inHand -= 1;
    }
  };

  get begun(): number {
    return this.#ends.length;
  }

  async reach(number: number): Promise<void> {
    await until(async () => this.begun >= number);
  }

  end(number: number, error?: Error): void {
    this.#ends[number - 1]?.(error);
  }
}

/** Opens a process that works on the task. */
function open(runs: Runs, everyMs = HOUR_MS) {
  const queue = new TaskQueue({
    database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "silent" }),
    leaseMs: 60_000,
    isAlone: false,
  });
  const task = recurringTask({ tasks: queue, transact }, { queue: QUEUE, everyMs, run: runs.run });
  queue.handle(task.handler);
  return { queue, task };
}

test.serial("a run that is over is due again after the interval, and then runs", async (t) => {
  const runs = new Runs();
  const { queue, task } = open(runs);
  await queue.start();
  await task.start();
  await runs.reach(1);
  runs.end(1);
  await until(async () => (await look())?.state === "ready");
  const row = await look();
  t.like(row, { subject: "area", attempts: 0, lastError: null });
  t.true(Number(row?.runAt) - Date.now() > HOUR_MS / 2);
  await change("runAt = 0");
  await runs.reach(2);
  runs.end(2);
  await queue.drain(1000);
  t.is(runs.begun, 2);
});

test.serial("with a short interval it runs over and over by itself", async (t) => {
  const runs = new Runs();
  const { queue, task } = open(runs, 1);
  await queue.start();
  await task.start();
  for (let number = 1; number <= 5; number += 1) {
    await runs.reach(number);
    runs.end(number);
  }
  await queue.drain(1000);
  t.is(runs.mostAtOnce, 1);
  t.is((await tasks()).length, 1);
});

test.serial("a run that fails is repeated, however often it has failed before", async (t) => {
  const runs = new Runs();
  const { queue, task } = open(runs);
  await queue.start();
  await task.start();
  await runs.reach(1);
  await change("attempts = 1000000");
  runs.end(1, new Error("meant to fail"));
  await until(async () => (await look())?.state === "ready");
  t.regex((await look())?.lastError ?? "", /meant to fail/);
  await change("attempts = 1000000, runAt = 0");
  await runs.reach(2);
  runs.end(2, new Error("meant to fail again"));
  await until(async () => (await look())?.state === "ready");
  t.like(await look(), { attempts: 1_000_001 });
  await change("runAt = 0");
  await runs.reach(3);
  runs.end(3);
  await until(async () => (await look())?.state === "ready");
  t.like(await look(), { attempts: 0, lastError: null });
  await queue.drain(1000);
});

test.serial("a run whose process dies is repeated by another process (rules/running 15)", async (t) => {
  const [lost, runs] = [new Runs(), new Runs()];
  const dying = open(lost);
  await dying.task.start();
  // Without `start` the process has no heartbeat, as if it was gone.
  dying.queue.wake();
  await lost.reach(1);
  await change("leaseUntil = 0");
  t.is(await reclaimExpired(database), 1);
  const living = open(runs);
  await living.queue.start();
  await runs.reach(1);
  // The late end of the dead process changes nothing.
  lost.end(1);
  await dying.queue.drain(1000);
  t.like(await look(), { state: "running", fence: 2 });
  runs.end(1);
  await until(async () => (await look())?.state === "ready");
  await living.queue.drain(1000);
  t.is((await tasks()).length, 1);
});

test.serial(
  "two processes that start it have one task: one run at a time, and once more for the later start (rules/running 15)",
  async (t) => {
    const runs = new Runs();
    const [one, two] = [open(runs), open(runs)];
    await Promise.all([one.queue.start(), two.queue.start()]);
    await one.task.start();
    await runs.reach(1);
    await two.task.start();
    t.is((await tasks()).length, 1);
    one.queue.wake();
    two.queue.wake();
    runs.end(1);
    await runs.reach(2);
    runs.end(2);
    await until(async () => (await look())?.state === "ready");
    t.true(Number((await look())?.runAt) - Date.now() > HOUR_MS / 2);
    await Promise.all([one.queue.drain(1000), two.queue.drain(1000)]);
    t.is(runs.begun, 2);
    t.is(runs.mostAtOnce, 1);
  },
);

test.serial("a run that is hastened while it is in hand comes once more", async (t) => {
  const runs = new Runs();
  const { queue, task } = open(runs);
  await queue.start();
  await task.start();
  await runs.reach(1);
  await transact((tx) => queue.hasten(tx, QUEUE, "area"));
  await transact((tx) => queue.hasten(tx, QUEUE, "area"));
  runs.end(1);
  await runs.reach(2);
  runs.end(2);
  await until(async () => (await look())?.state === "ready");
  t.true(Number((await look())?.runAt) - Date.now() > HOUR_MS / 2);
  await queue.drain(1000);
  t.is(runs.begun, 2);
});

test.serial("a run that a drain cuts short is due again at once, for another process", async (t) => {
  const [cut, runs] = [new Runs(), new Runs()];
  const leaving = open(cut);
  await leaving.queue.start();
  await leaving.task.start();
  await cut.reach(1);
  await leaving.queue.drain(0);
  const staying = open(runs);
  await staying.queue.start();
  await runs.reach(1);
  runs.end(1);
  await staying.queue.drain(1000);
  t.is(runs.begun, 1);
});
