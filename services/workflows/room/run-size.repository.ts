import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** The bytes that a run's or node's row takes apart from its texts, indexes included. */
export const RUN_BYTES = 1024;
export const NODE_BYTES = 512;

/**
 * The `removableFrom` of a run of which anything was charged: the year 9999, a time that the release before can write
 * down as well.
 */
export const NEVER = Date.UTC(9999, 0);

export interface StoredRun {
  bytes: number;
  /** The credits that its nodes and texts have cost so far. */
  credits: number;
  /** The bytes that are counted for the run; null for a run of an earlier release, which is not counted. */
  counted: number | null;
  removableFrom: number | null;
}

/** Returns the bytes that a run stores, those that are counted for it, and the credits that it has cost. */
export async function measureRun(read: Reader, id: string): Promise<StoredRun> {
  const [row] = await read.query<
    Record<"counted" | "removableFrom" | "graph" | "nodes" | "steps" | "spent" | "texts", number | null>
  >(
    `SELECT storedBytes AS counted, removableFrom,
       (SELECT OCTET_LENGTH(graph) FROM workflow_run_graphs WHERE id = ?) AS graph,
       (SELECT SUM(${NODE_BYTES} + OCTET_LENGTH(nodeId) + COALESCE(OCTET_LENGTH(outputs), 0) + COALESCE(OCTET_LENGTH(detail), 0))
          FROM workflow_run_nodes WHERE runId = ?) AS nodes,
       (SELECT SUM(${NODE_BYTES} + COALESCE(OCTET_LENGTH(result), 0) + COALESCE(OCTET_LENGTH(errorMessage), 0))
          FROM workflow_run_steps WHERE runId = ?) AS steps,
       (SELECT SUM(costCredits) FROM workflow_run_nodes WHERE runId = ?) AS spent,
       (SELECT SUM(step.costCredits) FROM workflow_run_steps step
          JOIN workflow_run_nodes node ON node.runId = step.runId AND node.place = step.place
          WHERE step.runId = ? AND node.costCredits IS NULL) AS texts
      FROM workflow_runs WHERE id = ?`,
    [id, id, id, id, id, id],
  );
  const of = (value: number | null | undefined) => Number(value ?? 0);
  return {
    bytes: RUN_BYTES + of(row?.graph) + of(row?.nodes) + of(row?.steps),
    // The cost of a node that has ended includes its texts; one that was stopped has no cost of its own.
    credits: of(row?.spent) + of(row?.texts),
    counted: row?.counted == null ? null : Number(row.counted),
    removableFrom: row?.removableFrom == null ? null : Number(row.removableFrom),
  };
}

export async function setStored(
  tx: Tx,
  { id, storedBytes, removableFrom }: Pick<WorkflowRun, "id" | "storedBytes" | "removableFrom">,
): Promise<void> {
  await tx.run("UPDATE workflow_runs SET storedBytes = ?, removableFrom = ? WHERE id = ?", [
    storedBytes,
    removableFrom,
    id,
  ]);
}

/** Returns some removable runs of an account, the oldest first. Reads the index IX_workflow_runs_removable. */
export async function findRemovable(
  read: Reader,
  { accountId, now, limit }: { accountId: string; now: number; limit: number },
): Promise<{ id: string; bytes: number }[]> {
  const rows = await read.query<{ id: string; bytes: number }>(
    `SELECT id, storedBytes AS bytes FROM workflow_runs WHERE starterId = ? AND removableFrom <= ? AND status <> 'running'
      ORDER BY removableFrom LIMIT ${limit}`,
    [accountId, now],
  );
  return rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }));
}

/**
 * Returns the time from which the first run of an account may be removed; null when there is none. Reads the index
 * IX_workflow_runs_removable.
 */
export async function firstRemovable(read: Reader, accountId: string): Promise<number | null> {
  const [row] = await read.query<{ at: number | null }>(
    "SELECT MIN(removableFrom) AS at FROM workflow_runs WHERE starterId = ? AND removableFrom < ?",
    [accountId, NEVER],
  );
  return row?.at == null ? null : Number(row.at);
}

/**
 * Returns some runs of an account that an earlier release ended without counting them anew. Reads the index
 * IX_workflow_runs_removable.
 */
export async function findUncounted(
  read: Reader,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<string[]> {
  const rows = await read.query<{ id: string }>(
    `SELECT id FROM workflow_runs WHERE starterId = ? AND removableFrom IS NULL AND storedBytes > 0 AND status <> 'running'
      LIMIT ${limit}`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}
