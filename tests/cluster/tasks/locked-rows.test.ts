import { once } from "node:events";
import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { deleteBuried, reclaimExpired } from "../../../engines/durable-queue/lease.js";
import { TaskQueue } from "../../../engines/durable-queue/index.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { waitUntil } from "../../helpers/wait-until.js";

/**
 * Lease of the tests. A transaction that stands still holds rows of the queue, as one of a frozen process does, which nothing
 * ends on MySQL. Here nothing ends it before the case is over: a caller that waits for the rows fails with the patience of
 * `transaction`, or by the time limit of locks.
 */
const LEASE_MS = 3000;
const TASKS = 30;

let database: Database;
test.before(async () => {
  database = await openTestDatabase();
});
test.beforeEach(() => transaction(database, (tx) => tx.run("DELETE FROM tasks")));
test.after.always(async () => {
  await database?.close();
});

const open: TaskQueue[] = [];
test.afterEach.always(async () => {
  for (const queue of open.splice(0)) await queue.drain(0);
});

function queueOf(leaseMs = 60_000): TaskQueue {
  const queue = new TaskQueue({
    database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "silent" }),
    leaseMs,
    isAlone: false,
  });
  open.push(queue);
  return queue;
}

const enqueue = (queue: TaskQueue, name: string, subjects: readonly string[]) =>
  transaction(database, async (tx) => {
    for (const subject of subjects) await queue.enqueue(tx, { queue: name, subject, payer: "payer" });
  });

const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(3, "0")}`);

/** Holds the rows of these subjects, found by their ids, while `work` runs. */
async function whileHeld(isHeld: (subject: string) => boolean, work: () => Promise<void>): Promise<void> {
  const rows = await reader(database).query<{ id: string; subject: string }>("SELECT id, subject FROM tasks");
  const ids = rows.filter(({ subject }) => isHeld(subject)).map(({ id }) => id);
  const holder = database.dataSource.createQueryRunner();
  await holder.startTransaction("READ COMMITTED");
  try {
    for (const id of ids) await holder.query("SELECT id FROM tasks WHERE id = ? FOR UPDATE", [id]);
    await work();
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
}

test.serial(
  "ready tasks whose rows are held, more than a look sees, delay none of the others (rules/running 24; ADR-0073)",
  async (t) => {
    const queue = queueOf();
    const done: string[] = [];
    queue.handle({
      queue: "work",
      concurrency: 4,
      maxAttempts: 3,
      run: async (task) => {
        await transaction(database, (tx) => task.complete(tx));
        done.push(task.subject);
      },
    });
    await enqueue(queue, "work", numbered(TASKS, "held"));
    await enqueue(queue, "work", numbered(TASKS, "free"));
    await whileHeld(
      (subject) => subject.startsWith("held"),
      async () => {
        await queue.start();
        await waitUntil(() => done.length === TASKS, {
          what: () => `Only ${done.length} were done.`,
          timeoutMs: 8000,
        });
        t.deepEqual(done.toSorted(), numbered(TASKS, "free"));
      },
    );
    await waitUntil(() => done.length === 2 * TASKS);
    t.is(new Set(done).size, 2 * TASKS);
  },
);

test.serial(
  "a running task whose row is held does not cost the others of its process their leases (rules/running 15; ADR-0073)",
  async (t) => {
    const queue = queueOf(LEASE_MS);
    const aborted: string[] = [];
    let begun = 0;
    let end = (): void => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    queue.handle({
      queue: "work",
      concurrency: 4,
      maxAttempts: 3,
      run: async (task) => {
        begun += 1;
        task.signal.addEventListener("abort", () => aborted.push(task.subject));
        await Promise.race([over, once(task.signal, "abort")]);
        await transaction(database, (tx) => task.complete(tx));
      },
    });
    await enqueue(queue, "work", ["held", "one", "other"]);
    await queue.start();
    await waitUntil(() => begun === 3);
    await whileHeld(
      (subject) => subject === "held",
      async () => {
        await waitUntil(() => aborted.includes("held"), {
          what: () => "The one that is held kept its lease.",
        });
        const lost = "SELECT id FROM tasks WHERE subject <> 'held' AND leaseUntil < ?";
        const now = `SELECT ${database.now} AS now`;
        const [clock] = await reader(database).query<{ now: number }>(now);
        t.deepEqual(await reader(database).query(lost, [Number(clock?.now)]), []);
        t.deepEqual(aborted, ["held"]);
      },
    );
    end();
    await waitUntil(async () => (await reader(database).count(Task, { subject: "one" })) === 0);
  },
);

test.serial(
  "the sweep puts back what has no owner beside a row that is held, and deletes what was buried (ADR-0073)",
  async (t) => {
    await enqueue(queueOf(), "work", ["held", "free", "held-dead", "free-dead"]);
    await transaction(database, async (tx) => {
      await tx.run("UPDATE tasks SET state = 'running', owner = 'gone', leaseUntil = 1");
      await tx.run("UPDATE tasks SET state = 'dead', runAt = 1 WHERE subject LIKE '%dead'");
    });
    await whileHeld(
      (subject) => subject.startsWith("held"),
      async () => {
        t.is(await reclaimExpired(database), 1);
        await deleteBuried(database);
        const left = await reader(database).query<{ subject: string; state: string }>(
          "SELECT subject, state FROM tasks ORDER BY subject",
        );
        t.deepEqual(
          left.map(({ subject, state }) => `${subject} ${state}`),
          ["free ready", "held running", "held-dead dead"],
        );
      },
    );
    t.is(await reclaimExpired(database), 1);
  },
);

test.serial(
  "a transaction that stands still after it queued a subject again keeps nobody from queueing others (ADR-0073)",
  async (t) => {
    const queue = queueOf();
    await enqueue(queue, "b-queue", ["again"]);
    let thaw = (): void => {};
    const ice = new Promise<void>((resolve) => (thaw = resolve));
    let isQueued = false;
    const frozen = transaction(database, async (tx) => {
      await queue.enqueue(tx, { queue: "b-queue", subject: "again", payer: "payer" });
      isQueued = true;
      await ice;
    });
    await waitUntil(() => isQueued);
    try {
      // The new rows are right before the held ones in the order of the unique key.
      await t.notThrowsAsync(enqueue(queue, "a-queue", numbered(3, "new")));
      await t.notThrowsAsync(enqueue(queue, "b-queue", ["after"]));
    } finally {
      thaw();
      await frozen;
    }
    t.is(await reader(database).count(Task, {}), 5);
  },
);
