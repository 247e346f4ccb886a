import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { ServiceError } from "../../../contracts/errors.js";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { fromDatabase } from "../../../runtime/errors/from-database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import { reader, transaction, TryAgain } from "../../../runtime/database/transaction.js";
import { untilStored } from "../../../engines/durable-queue/in-hand.js";
import { type ClaimedTask, type TaskHandler, TaskQueue } from "../../../engines/durable-queue/index.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { conflict } from "../../helpers/stand-in-the-way.js";
import { until } from "../../helpers/until.js";

/** A conflict with another writer of the database does not count as a failure (ADR-0104). */
let database: Database;
let logged: { level: number; msg: string; attempts?: number }[];
test.beforeEach(async () => {
  logged = [];
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const makeQueue = () =>
  new TaskQueue({
    database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "warn" }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    leaseMs: 60_000,
    isAlone: false,
  });

const look = () => reader(database).findOne(Task, { subject: "a" });
const isGone = async () => (await look()) === null;
const sum = (queue: TaskQueue) => queue.conflicts.gauge.read();

/** Works on one task with the handler, which may fail at most once. */
async function work(
  t: { teardown(end: () => Promise<void>): void },
  run: TaskHandler["run"],
  more: Partial<TaskHandler> = {},
): Promise<TaskQueue> {
  const queue = makeQueue();
  queue.handle({ queue: "work", concurrency: 1, maxAttempts: 1, run, ...more });
  await queue.start();
  t.teardown(() => queue.drain(0));
  await transaction(database, (tx) => queue.enqueue(tx, { queue: "work", subject: "a", payer: "p" }));
  return queue;
}

const remote = (error: unknown): unknown => {
  const { code, message, details } = fromDatabase(error) as ServiceError;
  return new ServiceError(code, message, { details: JSON.parse(JSON.stringify(details)) as object });
};

for (const [name, thrown] of Object.entries({
  "a deadlock": conflict,
  "a transaction that asks to be begun anew": () => new TryAgain("it came at the same moment"),
  "a call whose transaction met one, in another process": () => remote(conflict()),
}))
  test.serial(
    `${name}: the task comes again, with its attempts as they were (rules/running 37)`,
    async (t) => {
      const attempts: number[] = [];
      const run = async (task: ClaimedTask): Promise<void> => {
        attempts.push(task.attempts);
        if (attempts.length < 3) throw thrown();
        await transaction(database, (tx) => task.complete(tx));
      };
      const queue = await work(t, run, { bury: async () => t.fail("it was buried") });
      t.true(await until(isGone));
      t.deepEqual(attempts, [0, 0, 0]);
      t.deepEqual(sum(queue), [{ labels: { queue: "work" }, value: 2 }]);
      t.deepEqual(
        logged.map(({ level, msg }) => [level, msg]),
        Array.from({ length: 2 }, () => [
          40,
          "a task met a conflict of the database, and goes back to its queue",
        ]),
      );
    },
  );

test.serial(
  "another failure counts, whatever conflicts came before it (rules/running 33 and 37)",
  async (t) => {
    let runs = 0;
    await work(t, async () => {
      runs += 1;
      throw runs === 1 ? conflict() : new Error("it broke");
    });
    t.true(await until(async () => (await look())?.state === "dead"));
    t.is(runs, 2);
    t.regex((await look())?.lastError ?? "", /it broke/);
  },
);

test.serial(
  "an answer that conflicts outlast counts as an attempt, since an upstream may be paid for another (rules/running 37)",
  async (t) => {
    let runs = 0;
    await work(t, async (task) => {
      runs += 1;
      const { signal } = task;
      const settle = async () => Promise.reject(conflict());
      const met = () => {};
      await untilStored(settle, {
        signal,
        forMs: Infinity,
        outage: { wasMet: false },
        inHandMs: 0,
        met,
        regain: async () => false,
      });
    });
    t.true(await until(async () => (await look())?.state === "dead"));
    t.is(runs, 1);
    t.regex((await look())?.lastError ?? "", /could not be stored/);
  },
);

test.serial(
  "a burial that meets a conflict is made at another look, and the work is not done again (rules/running 37)",
  async (t) => {
    let [runs, burials] = [0, 0];
    let told: unknown;
    const run = async () => {
      runs += 1;
      throw new Error("it broke");
    };
    await work(t, run, {
      async bury(_tx, _task, error) {
        burials += 1;
        told = error;
        // The conflicts are more than the tries of a transaction.
        if (burials <= 9) throw conflict();
      },
    });
    t.true(await until(async () => (await look())?.state === "dead"));
    t.deepEqual([runs, burials], [1, 10]);
    t.regex((told as Error).message, /it broke/);
    t.regex((await look())?.lastError ?? "", /it broke/);
  },
);

test.serial(
  "what is in hand is done again in spite of conflicts, and not once its task is called off (rules/running 37)",
  async (t) => {
    const done: string[] = [];
    let tries = 0;
    const settle = async (): Promise<string> => {
      tries += 1;
      if (tries < 3) throw conflict();
      return "settled";
    };
    const run = async (task: ClaimedTask): Promise<void> => {
      done.push(await task.untilStored(settle));
      await t.throwsAsync(
        task.untilStored(async () => Promise.reject(new Error("it broke"))),
        {
          message: "it broke",
        },
      );
      await t.throwsAsync(
        task.untilStored(async () => Promise.reject(conflict()), 0),
        {
          message: /Deadlock/,
        },
      );
      const late = task.untilStored(async () => Promise.reject(conflict()));
      setTimeout(() => queue.interrupt("a"), 100);
      await t.throwsAsync(late, { message: /Deadlock/ });
      await transaction(database, (tx) => task.complete(tx));
    };
    const queue = await work(t, run);
    t.true(await until(isGone));
    t.deepEqual(done, ["settled"]);
    t.deepEqual(sum(queue), [{ labels: { queue: "work" }, value: 3 }]);
  },
);
