import test, { type ExecutionContext } from "ava";
import { ServiceBroker } from "moleculer";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { type ClaimedTask, TaskQueue } from "../../../engines/durable-queue/index.js";
import { type BehindProxy, openBehindProxy } from "../../helpers/open-behind-proxy.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";
import { insertTask } from "../../helpers/insert-task.js";
import { until } from "../../helpers/until.js";

/** What a process has in hand while its database is away (ADR-0114). */
const LEASE_MS = 1200;
/** The time between two polls of a queue for due tasks. */
const POLL_MS = 500;

let store: TestStore;
let database: Database;
let cut: BehindProxy | null;
let logged: string[];
test.beforeEach(async () => {
  logged = [];
  store = await openTestStore();
  ({ database } = store);
  const { DATABASE_URL: url } = store.env;
  cut = url === undefined ? null : await openBehindProxy(url);
});
test.afterEach.always(async () => {
  await cut?.close();
  await store.close();
});
const EMBEDDED = "The embedded file is never away.";

async function startQueue(
  t: ExecutionContext,
  own: Database,
  { leaseMs = LEASE_MS, run }: { leaseMs?: number; run?: (task: ClaimedTask) => Promise<void> },
): Promise<TaskQueue> {
  const write = (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg);
  const queue = new TaskQueue({
    database: own,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "warn" }, { write }),
    leaseMs,
    isAlone: false,
  });
  if (run) queue.handle({ queue: "work", concurrency: 2, maxAttempts: 3, run });
  await queue.start();
  t.teardown(() => queue.drain(0));
  return queue;
}

const look = () => reader(database).findOne(Task, { subject: "a" });
const stateOf = async () => (await look())?.state;

/** Runs a task that has an answer in hand when its database goes away. Returns what became of it when the lease had ended. */
async function outlive(
  t: ExecutionContext,
  proxied: BehindProxy,
  meanwhile: () => Promise<unknown>,
  isSlow = false,
): Promise<string[]> {
  const done: string[] = [];
  let tries = 0;
  await startQueue(t, proxied.database, {
    async run(task) {
      // A task that was taken back comes once more, and finds nothing to do.
      if (done.includes("stored")) return;
      done.push(`run ${task.attempts}`);
      await proxied.proxy.cut();
      const write = async () => {
        tries += 1;
        // The process polls for due tasks meanwhile.
        if (isSlow && tries > 1) await sleep(2 * POLL_MS);
        await transaction(proxied.database, (tx) => task.complete(tx));
      };
      await task.untilStored(write).then(
        () => done.push("stored"),
        (error: Error) => done.push(error.name),
      );
    },
  });
  await insertTask(database, "a");
  await until(async () => done.length > 0);
  await meanwhile();
  await proxied.proxy.open();
  await until(async () => done.length > 1);
  return done;
}

const leaseEnded = () =>
  until(async () => {
    const { leaseUntil } = (await look()) ?? {};
    return typeof leaseUntil === "number" && leaseUntil < (await database.readNow());
  });

test.serial(
  "an answer in hand is stored after an outage that is longer than the lease, which the log says once (rules/running 39)",
  async (t) => {
    if (cut === null) return t.pass(EMBEDDED);
    t.deepEqual(await outlive(t, cut, leaseEnded), ["run 0", "stored"]);
    t.is(await look(), null);
    t.is(logged.filter((line) => line.startsWith("the database is away")).length, 1);
  },
);

test.serial(
  "an answer in hand is stored when another process has put its task back and nobody has begun it (rules/running 39)",
  async (t) => {
    if (cut === null) return t.pass(EMBEDDED);
    await startQueue(t, database, {});
    const isBack = () => until(async () => (await stateOf()) === "ready");
    t.deepEqual(await outlive(t, cut, isBack, true), ["run 0", "stored"]);
    t.is(logged.filter((line) => line.includes("went to another process")).length, 0);
  },
);

test.serial(
  "an answer in hand is let go when another process has begun its task (rules/running 39)",
  async (t) => {
    if (cut === null) return t.pass(EMBEDDED);
    const untilAborted = ({ signal }: ClaimedTask) => once(signal, "abort").then(() => {});
    const done = await outlive(t, cut, async () => {
      await startQueue(t, database, { run: untilAborted });
      await until(async () => ((await look())?.fence ?? 0) > 2);
    });
    t.deepEqual(done, ["run 0", "LeaseLost"]);
  },
);

test.serial(
  "a task that was claimed without an answer is begun long before its lease ends, and has not failed (rules/running 40)",
  async (t) => {
    if (cut === null) return t.pass(EMBEDDED);
    const attempts: number[] = [];
    const queue = await startQueue(t, cut.database, {
      leaseMs: 24 * 3600_000,
      async run(task) {
        attempts.push(task.attempts);
        await transaction(database, (tx) => task.complete(tx));
      },
    });
    await insertTask(database, "a", {
      state: "running",
      owner: queue.owner,
      leaseUntil: 2 ** 52,
      attempts: 1,
    });
    await cut.proxy.cut();
    await until(async () => logged.includes("claiming tasks failed"));
    await cut.proxy.open();
    await until(async () => (await look()) === null);
    t.deepEqual(attempts, [1]);
  },
);
