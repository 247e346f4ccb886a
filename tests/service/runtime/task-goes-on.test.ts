import test from "ava";
import { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { Signals } from "../../../runtime/cluster/signals.js";
import {
  enqueue,
  type ClaimedTask,
  LeaseLost,
  type TaskHandler,
  TaskQueue,
} from "../../../engines/durable-queue/index.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { until } from "../../helpers/until.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const makeQueue = (leaseMs: number) =>
  new TaskQueue({
    database,
    signals: new Signals(new ServiceBroker({ logger: false })),
    log: pino({ level: "silent" }),
    leaseMs,
    isAlone: false,
  });

/**
 * Begins a claimed task of the subject `head`, whose row is the head of a person's events at 1. `run` ends when the test lets it.
 */
async function begin(run: (task: ClaimedTask) => Promise<void>, leaseMs = 60_000) {
  const queue = makeQueue(leaseMs);
  let claimed: ClaimedTask | undefined;
  const handler: TaskHandler = {
    queue: "first",
    concurrency: 1,
    maxAttempts: 1,
    async run(task) {
      claimed = task;
      await run(task);
    },
  };
  queue.handle(handler);
  await queue.start();
  await transaction(database, async (tx) => {
    await tx.run("INSERT INTO account_event_heads (id, revision) VALUES ('head', 1), ('other', 5)");
    await enqueue(tx, { queue: "first", subject: "head", payer: "p" });
  });
  return { queue, claimed: () => until(async () => claimed) };
}

const CHANGE = {
  table: "account_event_heads",
  id: "head",
  set: "revision = revision + ?",
  where: "revision = 1",
  parameters: [9],
};
const NEXT = { queue: "second", subject: "made", payer: "q", priority: -1 };
const tasks = () => reader(database).find(Task, {});
const revision = async () =>
  Number(
    (
      await reader(database).query<{ revision: number }>(
        "SELECT revision FROM account_event_heads WHERE id = 'head'",
      )
    )[0]?.revision,
  );

test.serial(
  "a task goes on as the next one: its subject is changed, and the new one is ready for any process",
  async (t) => {
    const { queue } = await begin((task) => transaction(database, (tx) => task.goOnAs(tx, CHANGE, NEXT)));
    await until(async () => (await tasks())[0]?.queue === "second");
    t.is(await revision(), 10);
    const all = await tasks();
    t.is(all.length, 1);
    t.like(all[0], {
      ...NEXT,
      state: "ready",
      attempts: 0,
      deaths: 0,
      owner: null,
      leaseUntil: null,
      rerunAt: null,
      fence: 1,
    });
    const seen: string[] = [];
    queue.handle({
      queue: "second",
      concurrency: 1,
      maxAttempts: 1,
      run: async ({ subject }) => void seen.push(subject),
    });
    await until(async () => (await tasks()).length === 0);
    t.deepEqual(seen, ["made"]);
    await queue.drain(1000);
  },
);

test.serial("a task of another process goes on as nothing, and its subject stays as it is", async (t) => {
  const errors: unknown[] = [];
  const { queue } = await begin(async (task) => {
    await transaction(database, (tx) => tx.run("UPDATE tasks SET fence = fence + 1"));
    errors.push(
      await transaction(database, (tx) => task.goOnAs(tx, CHANGE, NEXT)).catch((error: unknown) => error),
    );
  });
  await until(async () => errors.length > 0);
  t.true(errors[0] instanceof LeaseLost);
  t.is(await revision(), 1);
  t.like((await tasks())[0], { queue: "first", subject: "head" });
  await queue.drain(1000);
});

test.serial("a subject that is not as the change wants it keeps its task", async (t) => {
  const left: Awaited<ReturnType<typeof tasks>> = [];
  const errors: unknown[] = [];
  const { queue } = await begin(async (task) => {
    const late = { ...CHANGE, where: "revision = 2" };
    const error = await transaction(database, (tx) => task.goOnAs(tx, late, NEXT)).catch(
      (thrown: unknown) => thrown,
    );
    left.push(...(await tasks()));
    errors.push(error);
  });
  await until(async () => errors.length > 0);
  t.is(left.length, 1);
  t.like(left[0], { queue: "first", subject: "head" });
  t.true(errors[0] instanceof LeaseLost);
  t.is(await revision(), 1);
  await queue.drain(1000);
});

test.serial("a row beside is changed with a task's subject, and only with it", async (t) => {
  const outcomes: unknown[] = [];
  const { queue } = await begin(async (task) => {
    const storage = { table: "storage_usage", id: "u", set: "committedBytes = committedBytes + 1" };
    await transaction(database, async (tx) => {
      await tx.run("INSERT INTO storage_usage (id, committedBytes) VALUES ('u', 7)");
      await task.change(tx, { ...CHANGE, beside: [storage] });
    });
    // The head is at 10 now.
    outcomes.push(
      await transaction(database, (tx) => task.change(tx, { ...CHANGE, beside: [storage] })).catch(
        (error: unknown) => error,
      ),
    );
    // A missing row that has to exist, such as a balance, undoes everything.
    outcomes.push(
      await transaction(database, (tx) =>
        task.change(tx, { ...CHANGE, where: "revision = 10", beside: [{ ...storage, id: "nobody" }] }),
      ).catch((error: unknown) => error),
    );
  });
  await until(async () => outcomes.length === 2);
  t.true(outcomes[0] instanceof LeaseLost);
  t.regex(String(outcomes[1]), /storage_usage has no row nobody to change/);
  t.is(await revision(), 10);
  const [usage] = await reader(database).query<{ n: number }>(
    "SELECT committedBytes AS n FROM storage_usage",
  );
  t.is(Number(usage?.n), 8);
  await queue.drain(1000);
});

test.serial(
  "rows beside a subject that are not there are made, each once, and those that are there are changed once (ADR-0097)",
  async (t) => {
    const storage = (id: string, bytes: number) => ({
      table: "storage_usage",
      id,
      set: "committedBytes = committedBytes + ?",
      parameters: [bytes],
      make: {
        sql: "INSERT INTO storage_usage (id, committedBytes) VALUES (?, ?)",
        parameters: [id, bytes],
      },
    });
    const circuit = {
      table: "provider_circuits",
      id: "p",
      set: "failures = failures + ?",
      parameters: [2],
      make: {
        sql: "INSERT INTO provider_circuits (id, failures, openUntil, trialAt) VALUES ('p', ?, 0, 0)",
        parameters: [2],
      },
    };
    let isDone = false;
    const { queue } = await begin(async (task) => {
      // Neither row exists.
      await transaction(database, (tx) => task.change(tx, { ...CHANGE, beside: [storage("a", 3), circuit] }));
      // One of the two rows exists.
      await transaction(database, (tx) =>
        task.change(tx, { ...CHANGE, where: "revision = 10", beside: [storage("b", 5), circuit] }),
      );
      // Both rows exist.
      await transaction(database, (tx) =>
        task.change(tx, { ...CHANGE, where: "revision = 19", beside: [storage("a", 4), circuit] }),
      );
      isDone = true;
    });
    await until(async () => isDone);
    const usage = await reader(database).query<{ id: string; committedBytes: number }>(
      "SELECT id, committedBytes FROM storage_usage ORDER BY id",
    );
    t.deepEqual(
      usage.map(({ id, committedBytes }) => [id, Number(committedBytes)]),
      [
        ["a", 7],
        ["b", 5],
      ],
    );
    const [row] = await reader(database).query<{ failures: number }>(
      "SELECT failures FROM provider_circuits WHERE id = 'p'",
    );
    t.is(Number(row?.failures), 6);
    t.is(await revision(), 28);
    await queue.drain(1000);
  },
);

test.serial(
  "a task is surely its process's while the lease is young, and not once that was not renewed for some seconds",
  async (t) => {
    const gate = Promise.withResolvers<void>();
    const { queue, claimed } = await begin(() => gate.promise);
    const task = await claimed();
    t.true(task.isSurelyOurs());
    const [{ now: steady }, { now: wall }] = [performance, Date];
    const back = () => Object.assign(performance, { now: steady }) && Object.assign(Date, { now: wall });
    t.teardown(() => {
      back();
      gate.resolve();
    });
    const goneMs = 9000;
    // The process is stopped: both clocks go on.
    performance.now = () => steady.call(performance) + goneMs;
    Date.now = () => wall() + goneMs;
    t.false(task.isSurelyOurs());
    back();
    t.true(task.isSurelyOurs());
    // The machine sleeps: the clock of the process stands still.
    Date.now = () => wall() + goneMs;
    t.false(task.isSurelyOurs());
    back();
    gate.resolve();
    await until(async () => (await tasks()).length === 0);
    t.false(task.isSurelyOurs());
    await queue.drain(1000);
  },
);
