import { randomUUID } from "node:crypto";
import test from "ava";
import { In, IsNull } from "typeorm";
import { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/process/host.js";
import { mediaIn } from "../../../services/storage/project-media.repository.js";
import { openTestStore } from "../../helpers/open-test-store.js";

// The rows that the database examines for a read by ids do not grow with the rows of other accounts.

const db = await openTestStore();
test.after.always(() => db.close());

const ids = Array.from({ length: 40 }, () => randomUUID());
test.before(async () => {
  const rows = ids.map((id, at) => ({
    id,
    ownerId: at % 2 === 0 ? "ann" : "ben",
    filename: null,
    contentType: "image/png",
    sizeBytes: at,
    origin: "upload" as const,
    state: at % 3 === 0 ? ("staged" as const) : ("committed" as const),
    thumb: "none" as const,
    publishedAt: at % 5 === 0 ? 1 : null,
    createdAt: at,
  }));
  await db.transact((tx) => tx.insert(StorageObject, rows));
});

/** Returns the query plans of SQLite for the statements that `work` sends. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const { logger } = db.database.dataSource;
  const logQuery = logger.logQuery.bind(logger);
  const sent: { sql: string; parameters: readonly unknown[] }[] = [];
  logger.logQuery = (sql, parameters = []) =>
    void sent.push({ sql, parameters: parameters as readonly unknown[] });
  await work().finally(() => (logger.logQuery = logQuery));
  const plans: string[] = [];
  for (const { sql, parameters } of sent.filter((each) => each.sql.includes(" IN ("))) {
    const steps = await db.read.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    plans.push(steps.map(({ detail }) => detail).join("; "));
  }
  return plans;
}

const twenty = ids.slice(0, 20);
const named = { id: In(twenty), state: "committed" as const };
const project = { id: "p", ownerId: "ann", isDefault: true };

if (db.database.dialect === "sqlite")
  test.serial(
    "rows that are named by ids are found by their ids, whatever else is asked of them",
    async (t) => {
      for (const [what, work] of Object.entries({
        find: () => db.read.find(StorageObject, named),
        owned: () =>
          db.read.find(StorageObject, { id: In(twenty), ownerId: "ann", state: In(["committed"]) }),
        count: () => db.read.count(StorageObject, named),
        update: () =>
          db.transact((tx) => tx.update(StorageObject, { ...named, ownerId: "no" }, { sizeBytes: 1 })),
        delete: () => db.transact((tx) => tx.delete(StorageObject, { ...named, ownerId: "nobody" })),
        delivery: () => mediaIn(db.read, project as never, twenty),
      })) {
        const plans = await plansOf(work);
        t.true(plans.length > 0, what);
        for (const plan of plans) t.notRegex(plan, /IX_storage|SCAN/, `${what}: ${plan}`);
      }
    },
  );

test.serial("and they are the rows that match all of it", async (t) => {
  const found = async (where: object) =>
    (await db.read.find(StorageObject, { id: In(twenty), ...where })).map(({ id }) => id).toSorted();
  const expected = (matches: (at: number) => boolean) => twenty.filter((_, at) => matches(at)).toSorted();
  t.deepEqual(
    await found({ state: "committed" }),
    expected((at) => at % 3 > 0),
  );
  t.deepEqual(
    await found({ state: In(["committed"]), ownerId: "ben" }),
    expected((at) => at % 3 > 0 && at % 2 > 0),
  );
  t.deepEqual(await found({ state: In([]) }), []);
  t.deepEqual(
    await found({ publishedAt: IsNull(), sizeBytes: 7 }),
    expected((at) => at === 7),
  );
  t.deepEqual(
    await found({ publishedAt: 1 }),
    expected((at) => at % 5 === 0),
  );
  const host = db as unknown as Pick<Host, "transact">;
  t.is(
    await host.transact((tx) => tx.update(StorageObject, named, { filename: "named" })),
    expected((at) => at % 3 > 0).length,
  );
  t.is(await db.read.count(StorageObject, { filename: "named" }), expected((at) => at % 3 > 0).length);
  t.is(
    await host.transact((tx) => tx.delete(StorageObject, { ...named, ownerId: "ann" })),
    expected((at) => at % 3 > 0 && at % 2 === 0).length,
  );
});
