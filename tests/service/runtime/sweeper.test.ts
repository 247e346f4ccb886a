import test from "ava";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { reader } from "../../../runtime/database/transaction.js";
import { LifeMark } from "../../../engines/durable-queue/life-mark.js";
import { Sweeper } from "../../../engines/durable-queue/sweeper.js";
import { insertTask } from "../../helpers/insert-task.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const DAY_MS = 24 * 3600_000;
const LEASE_MS = 60_000;

const sweeperOf = () => new Sweeper({ database, leaseMs: LEASE_MS }, new LifeMark(database, "me"));
const left = async () => {
  const tasks = await reader(database).find(Task, {});
  return tasks.map(({ id, state }) => `${id} ${state}`).toSorted();
};

test.serial(
  "a sweep puts back what runs behind the end of its lease, and says how many (rules/running 15)",
  async (t) => {
    const now = await database.readNow();
    const gone = { state: "running" as const, owner: "gone" };
    await insertTask(database, "a", { ...gone, leaseUntil: now - 1 });
    await insertTask(database, "b", { ...gone, leaseUntil: now - LEASE_MS });
    await insertTask(database, "c", { ...gone, leaseUntil: now + LEASE_MS });
    const sweeper = sweeperOf();
    t.is(await sweeper.sweep(), 2);
    t.deepEqual(await left(), ["a ready", "b ready", "c running"]);
    t.is(await sweeper.sweep(), 0);
  },
);

test.serial(
  "who has not held its own mark for some time takes nobody for dead: a restarted server has freed all marks (rules/running 27)",
  async (t) => {
    const now = await database.readNow();
    await insertTask(database, "a", { state: "running", owner: "gone", leaseUntil: now + 1000 });
    const mark = new LifeMark(database, "me");
    await mark.keep();
    t.is(await new Sweeper({ database, leaseMs: LEASE_MS }, mark).sweep(), 0);
    await mark.stop();
    const old = Object.assign(Object.create(LifeMark.prototype), { keep: async () => {} }) as LifeMark;
    Object.defineProperty(old, "heldForMs", { value: 3600_000 });
    const isServer = database.dialect !== "sqlite";
    t.is(await new Sweeper({ database, leaseMs: LEASE_MS }, old).sweep(), isServer ? 1 : 0);
  },
);

test.serial("a sweep deletes what was buried more than 30 days ago, once a minute", async (t) => {
  const now = await database.readNow();
  const dead = (subject: string, days: number) =>
    insertTask(database, subject, { state: "dead", runAt: now - days * DAY_MS });
  await dead("a", 29);
  await dead("b", 31);
  await insertTask(database, "c", { runAt: now - 31 * DAY_MS });
  const sweeper = sweeperOf();
  await sweeper.sweep();
  t.deepEqual(await left(), ["a dead", "c ready"]);
  await dead("d", 31);
  await sweeper.sweep();
  t.deepEqual(await left(), ["a dead", "c ready", "d dead"]);
  await sweeperOf().sweep();
  t.deepEqual(await left(), ["a dead", "c ready"]);
});
