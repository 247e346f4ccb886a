import { randomUUID } from "node:crypto";
import test from "ava";
import { ContentChange } from "../../../entities/content-change.js";
import type { Database } from "../../../runtime/database/database.js";
import type { Host } from "../../../runtime/process/host.js";
import { reader, transaction, type Tx } from "../../../runtime/database/transaction.js";
import { sweepChanges } from "../../../services/changes/index.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

const DAY_MS = 24 * 3600_000;

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const transact = <T>(work: (tx: Tx) => Promise<T>) => transaction(database, work);

/** Inserts changes of a project from revision 1, with these ages in milliseconds. */
async function insertChanges(agesMs: readonly number[]): Promise<string> {
  const projectId = randomUUID();
  const rows = agesMs.map((age, at) => ({
    id: randomUUID(),
    projectId,
    revision: at + 1,
    kind: "document" as const,
    isPublished: true,
    typeId: null,
    documentId: null,
    storageId: null,
    createdAt: Date.now() - age,
  }));
  await transact((tx) => tx.insert(ContentChange, rows));
  return projectId;
}

async function revisionsOf(projectId: string): Promise<number[]> {
  const rows = await reader(database).find(ContentChange, { projectId }, { order: { revision: "ASC" } });
  return rows.map(({ revision }) => revision);
}

/** Runs the sweep, and ends it after the given number of transactions. */
async function sweep(transactions = Infinity): Promise<void> {
  const abort = new AbortController();
  let left = transactions;
  const host = {
    read: reader(database),
    async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const done = await transact(work);
      if (--left <= 0) abort.abort();
      return done;
    },
  } as Host;
  await sweepChanges(host).handler.run({ signal: abort.signal } as never);
}

test.serial(
  "old changes go, with those before them that a clock ahead has dated later (rules/content 55)",
  async (t) => {
    const old = DAY_MS + 60_000;
    const skewed = await insertChanges([old, 0, old, DAY_MS - 60_000, 0]);
    const young = await insertChanges([DAY_MS - 60_000, 0]);
    const gone = await insertChanges([old, old]);
    await sweep();
    t.deepEqual(await revisionsOf(skewed), [4, 5]);
    t.deepEqual(await revisionsOf(young), [1, 2]);
    t.deepEqual(await revisionsOf(gone), []);
  },
);

test.serial("a sweep that is cut short leaves no gap (rules/content 55)", async (t) => {
  const ages = Array.from({ length: 1200 }, (_, at) => DAY_MS + 1000 + ((at * 7919) % 1200));
  const projectId = await insertChanges([...ages, 0]);
  for (let left = 1201; left > 1;) {
    await sweep(1);
    const revisions = await revisionsOf(projectId);
    t.true(revisions.length < left, "each time there is less");
    t.is(revisions.at(-1), 1201);
    t.is(revisions[0], 1202 - revisions.length);
    left = revisions.length;
  }
});
