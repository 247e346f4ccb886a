import { randomUUID } from "node:crypto";
import test from "ava";
import { Project } from "../../../entities/project.js";
import type { Database } from "../../../runtime/database/database.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { newProject } from "../../../services/projects/new-project.js";
import { countOwned, findProjectsOf } from "../../../services/projects/project.repository.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { readCostOf } from "../../helpers/read-cost.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

const insert = (ownerId: string, count: number, deletedAt: number | null) =>
  transaction(database, (tx) =>
    tx.insert(
      Project,
      Array.from({ length: count }, () => ({
        ...newProject({ id: randomUUID(), ownerId, name: "A project", isDefault: false }),
        deletedAt,
      })),
    ),
  );

test("what an account has deleted costs nothing when its projects are listed and counted", async (t) => {
  const ownerId = randomUUID();
  await insert(ownerId, 3, null);
  const look = () =>
    readCostOf(database, async (tx) => {
      t.is((await findProjectsOf({ read: tx, longRead: tx }, ownerId)).length, 3);
      t.is(await countOwned(tx, ownerId), 3);
    });
  const before = await look();
  await insert(ownerId, 2000, Date.now());
  const after = await look();
  // A server may read a table of three rows as a whole.
  t.true((after.rows ?? 0) <= (before.rows ?? 0), `${after.rows} rows, ${before.rows} before`);
  if (after.rows === null) t.true(after.plans.some((each) => /FROM projects/.test(each)));
  for (const plan of after.plans.filter((each) => /FROM projects/.test(each)))
    t.regex(plan, /USING INDEX IX_projects_live \(ownerId=\? AND deletedAt=\?\)/);
});
