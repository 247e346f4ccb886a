import { randomUUID } from "node:crypto";
import test from "ava";
import { ContentHead } from "../../../entities/content-head.js";
import { Project } from "../../../entities/project.js";
import type { Database } from "../../../runtime/database/database.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { readStored } from "../../../services/changes/index.js";
import { askProject } from "../../../services/content/documents/batch/batch.repository.js";
import { newProject } from "../../../services/projects/new-project.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { readCostOf } from "../../helpers/read-cost.js";

let database: Database;
test.beforeEach(async () => {
  database = await openTestDatabase();
});
test.afterEach.always(() => database.close());

/** Makes projects with content of 10 bytes each, or without, and returns the id of one of them. */
async function insert(ownerId: string, count: number, more: Partial<Project>, hasContent = true) {
  const projects = Array.from({ length: count }, () => ({
    ...newProject({ id: randomUUID(), ownerId, name: "A project", isDefault: false }),
    ...more,
  }));
  const heads = projects.map(({ id }) => ({ id, revision: 1, publishedRevision: 1, storedBytes: 10 }));
  await transaction(database, async (tx) => {
    await tx.insert(Project, projects);
    if (hasContent) await tx.insert(ContentHead, heads);
  });
  return projects[0]?.id ?? "";
}

test("what an account stores is read from its own projects with content, not from what it has deleted, nor from others (rules/content 61)", async (t) => {
  const ownerId = randomUUID();
  const id = await insert(ownerId, 3, {});
  const accountIds = [ownerId];
  const look = (bytes: number) =>
    readCostOf(database, async (tx) => {
      t.deepEqual(await readStored(tx, id), { ownerId, bytes });
      const { stored } = await askProject(tx, id, { accountIds, publishes: false, grows: true });
      t.is(stored, bytes);
    });
  const before = await look(30);
  t.is(before.statements, 2);
  // A project that is being deleted still counts.
  await insert(ownerId, 1, { deletedAt: Date.now() });
  await insert(ownerId, 2000, { deletedAt: Date.now(), purgedAt: Date.now() }, false);
  await insert(randomUUID(), 2000, {});
  const after = await look(40);
  t.true((after.rows ?? 0) <= (before.rows ?? 0) + 20, `${after.rows} rows, ${before.rows} before`);
  for (const plan of after.plans)
    t.regex(plan, /USING (COVERING )?INDEX IX_projects_kept \(ownerId=\? AND purgedAt=\?\)/);
});
