import { randomUUID } from "node:crypto";
import test from "ava";
import { WorkflowRun } from "../../../entities/workflow-run.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { findRunning } from "../../../services/workflows/run.repository.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";
import { readCostOf } from "../../helpers/read-cost.js";

const ENDED = 2000;
const RUNNING = 60;
const LIMIT = 50;

test("which runs of a workflow go on costs as much as there are of these, however many have ended (rules/running 24)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const workflowId = randomUUID();
  const runs = Array.from({ length: ENDED + RUNNING }, (_, at): WorkflowRun => ({
    id: randomUUID(),
    workflowId,
    starterId: randomUUID(),
    starterEmail: "ann@example.com",
    credentialKind: null,
    credentialId: null,
    scopes: null,
    triggerId: null,
    payerId: randomUUID(),
    projectId: null,
    budgetId: null,
    status: at < ENDED ? "complete" : "running",
    reuses: false,
    createdAt: at,
    completedAt: at < ENDED ? at : null,
    storedBytes: null,
    removableFrom: null,
  }));
  await transaction(database, (tx) => tx.insert(WorkflowRun, runs));
  if (database.dialect !== "sqlite") await database.dataSource.query("ANALYZE TABLE workflow_runs");
  let found: { id: string }[] = [];
  const cost = await readCostOf(
    database,
    async (tx) => void (found = await findRunning(tx, { workflowId, limit: LIMIT })),
  );
  const going = new Set(runs.filter(({ status }) => status === "running").map(({ id }) => id));
  t.is(found.length, LIMIT);
  t.true(found.every(({ id }) => going.has(id)));
  t.is(cost.statements, 1);
  if (cost.rows !== null) t.true(cost.rows <= 2 * LIMIT, `${cost.rows} rows`);
  for (const plan of cost.plans)
    t.regex(plan, /USING INDEX IX_workflow_runs_running \(workflowId=\? AND status=\?\)/);
});
