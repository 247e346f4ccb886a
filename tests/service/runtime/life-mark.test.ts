import test from "ava";
import { Task } from "../../../entities/task.js";
import type { Database } from "../../../runtime/database/database.js";
import { reclaimExpired } from "../../../engines/durable-queue/lease.js";
import { LifeMark } from "../../../engines/durable-queue/life-mark.js";
import { reader, transaction } from "../../../runtime/database/transaction.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

// Work that killed its process twice is not run a third time, and work of a frozen process killed nobody (rules/running 27).

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

/** Inserts a task whose owner has let its lease expire. */
const abandon = (id: string, owner: string) =>
  transaction(database, (tx) =>
    tx.insert(Task, {
      id,
      queue: "work",
      subject: id,
      payer: "payer",
      priority: 0,
      state: "running",
      runAt: 1,
      attempts: 0,
      deaths: 0,
      fence: 1,
      owner,
      leaseUntil: 1,
      rerunAt: null,
      lastError: null,
      createdAt: 1,
    }),
  );
const countsOf = async (id: string) => {
  const { attempts, deaths, state } = (await reader(database).findOne(Task, { id })) ?? {};
  return { attempts, deaths, state };
};

test.serial("what a dead process had in hand counts its death (rules/running 27)", async (t) => {
  await abandon("a", "nobody");
  t.is(await reclaimExpired(database), 1);
  t.deepEqual(await countsOf("a"), { attempts: 1, deaths: 1, state: "ready" });
});

test.serial(
  "on a server, what a living process had in hand counts no death until that ends (rules/running 27)",
  async (t) => {
    const mark = new LifeMark(database, "frozen");
    await mark.keep();
    // The mark is renewed, as with each heartbeat.
    await mark.keep();
    await abandon("b", "frozen");
    await reclaimExpired(database);
    const isServer = database.dialect !== "sqlite";
    t.deepEqual(await countsOf("b"), { attempts: 1, deaths: isServer ? 0 : 1, state: "ready" });
    await mark.stop();
    await abandon("c", "frozen");
    await reclaimExpired(database);
    t.is((await countsOf("c")).deaths, 1);
  },
);

test.serial("a process whose connection was ended takes its mark again", async (t) => {
  if (database.dialect === "sqlite") return t.pass("The embedded file has one process, which needs no mark.");
  const mark = new LifeMark(database, "cut off");
  await mark.keep();
  const [holder] = await reader(database).query<{ id: number }>(
    "SELECT IS_USED_LOCK('kiln-alive-cut off') AS id",
  );
  await database.dataSource.query(`KILL ${Number(holder?.id)}`);
  await mark.keep();
  await abandon("d", "cut off");
  await reclaimExpired(database);
  t.is((await countsOf("d")).deaths, 0);
  await mark.stop();
});
