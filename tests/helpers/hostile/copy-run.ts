import { randomUUID } from "node:crypto";
import { ENTITIES } from "../../../entities/index.js";
import { WorkflowRun } from "../../../entities/workflow-run.js";
import { WorkflowRunNode } from "../../../entities/workflow-run-node.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { openDatabase } from "../../../runtime/database/database.js";
import { transaction } from "../../../runtime/database/transaction.js";
import type { Site } from "../open-site.js";

/** Columns of the copies that go on. All nodes of such a run are being worked on, though nothing works on them. */
const RUNNING = { status: "'running'", completedAt: "NULL" };

/**
 * Copies a run that has ended, with its nodes, by statements in the database: as runs that have ended or as runs that go on.
 * Returns the ids of the copies.
 */
export async function copyRun(
  { env, folder }: Site,
  runId: string,
  copies: number,
  { areRunning = false } = {},
): Promise<string[]> {
  const state = areRunning ? RUNNING : {};
  const database = await openDatabase({
    url: env.DATABASE_URL ?? null,
    dataDir: folder,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 1,
  });
  const { driver } = database.dataSource;
  const columnsOf = (entity: typeof WorkflowRun | typeof WorkflowRunNode) =>
    database.dataSource.getMetadata(entity).columns.map(({ databaseName }) => databaseName);
  /** Copies rows of a table. `own` holds the columns that differ, as SQL expressions over the row. */
  const copy = (table: string, columns: readonly string[], key: string, own: Record<string, string>) => {
    const values = columns.map((column) => own[column] ?? driver.escape(column));
    return `INSERT INTO ${table} (${columns.map((column) => driver.escape(column)).join(", ")})
      SELECT ${values.join(", ")} FROM ${table} WHERE ${key} = ?`;
  };
  try {
    const ids = Array.from({ length: copies }, () => randomUUID());
    for (const id of ids)
      await transaction(database, async (tx) => {
        const quoted = `'${id}'`;
        await tx.run(copy("workflow_runs", columnsOf(WorkflowRun), "id", { id: quoted, ...state }), [runId]);
        const own = { id: `CONCAT(${quoted}, '.', place)`, runId: quoted, ...state };
        await tx.run(copy("workflow_run_nodes", columnsOf(WorkflowRunNode), "runId", own), [runId]);
      });
    return ids;
  } finally {
    await database.close();
  }
}
