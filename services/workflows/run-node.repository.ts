import { type NodeStatus, WorkflowRunNode } from "../../entities/workflow-run-node.js";
import { chunks, placeholders } from "../../runtime/database/reader.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import { hasEnded, type NodeChange, nodeRowId } from "./engine/run-rows.js";

/** Returns the nodes of a run in any order. */
export const findNodesOfRun = (read: Reader, runId: string): Promise<WorkflowRunNode[]> =>
  read.find(WorkflowRunNode, { runId });

/**
 * Returns the nodes of some runs, in the order of their graphs. Reads the index IX_workflow_run_nodes_run. The
 * event loop has pauses, since the results of a run may have 8 MB.
 */
export async function findNodesOfRuns(read: Reader, runIds: readonly string[]): Promise<WorkflowRunNode[]> {
  const rows = await read.query<Record<string, unknown>>(
    `SELECT * FROM workflow_run_nodes WHERE runId IN (${placeholders(runIds)}) ORDER BY place`,
    runIds,
  );
  return read.entities(WorkflowRunNode, rows);
}

/** Counts the nodes of a run, and those that have ended. Reads the index IX_workflow_run_nodes_run. */
export async function countNodes(read: Reader, runId: string): Promise<{ ended: number; total: number }> {
  const [row] = await read.query<{ ended: number | null; total: number }>(
    `SELECT SUM(CASE WHEN status IN ('pending', 'running') THEN 0 ELSE 1 END) AS ended, COUNT(*) AS total
      FROM workflow_run_nodes WHERE runId = ?`,
    [runId],
  );
  return { ended: Number(row?.ended ?? 0), total: Number(row?.total ?? 0) };
}

/** Returns the complete nodes of a run, the last to end first. */
export const findCompleteNodes = (read: Reader, runId: string): Promise<WorkflowRunNode[]> =>
  read.find(
    WorkflowRunNode,
    { runId, status: "complete" },
    { order: { completedAt: "DESC", place: "DESC" } },
  );

/**
 * Returns a payer's complete nodes with the same content hash, the newest first. Reads the index
 * IX_workflow_run_nodes_content.
 */
export const findEqualNodes = (
  read: Reader,
  { payerId, contentHash, limit }: { payerId: string; contentHash: string; limit: number },
): Promise<WorkflowRunNode[]> =>
  read.find(
    WorkflowRunNode,
    { payerId, contentHash, status: "complete" },
    { order: { completedAt: "DESC", id: "DESC" }, limit },
  );

/** The size of a run's results. */
export interface RunSize {
  runId: string;
  nodes: number;
  /** The bytes of all outputs as they are stored in the database. */
  bytes: number;
}

/** Returns the sizes of some runs, in one query. */
export async function measureRuns(longRead: Reader, runIds: readonly string[]): Promise<RunSize[]> {
  const sizes = await longRead.query<{ runId: string; nodes: number; bytes: number | null }>(
    `SELECT runId, COUNT(*) AS nodes, SUM(OCTET_LENGTH(outputs)) AS bytes FROM workflow_run_nodes
      WHERE runId IN (${placeholders(runIds)}) GROUP BY runId`,
    runIds,
  );
  return sizes.map(({ runId, nodes, bytes }) => ({ runId, nodes: Number(nodes), bytes: Number(bytes ?? 0) }));
}

export const insertNodes = (tx: Tx, nodes: WorkflowRunNode[]): Promise<void> =>
  tx.insert(WorkflowRunNode, nodes);

/** Writes the changes of nodes; equal changes without a result share one statement. The caller has locked the run. */
export async function changeNodes(
  tx: Tx,
  { runId, changes, now }: { runId: string; changes: ReadonlyMap<number, NodeChange>; now: number },
): Promise<void> {
  const plain = new Map<NodeStatus, number[]>();
  for (const [place, change] of changes) {
    const completedAt = hasEnded(change.status) ? now : null;
    if (change.outputs === null && change.detail === null && change.costCredits === null) {
      plain.set(change.status, [...(plain.get(change.status) ?? []), place]);
      continue;
    }
    await tx.update(WorkflowRunNode, { id: nodeRowId(runId, place) }, { ...change, completedAt });
  }
  for (const [status, places] of plain) {
    for (const some of chunks(places, 500)) {
      const ids = some.map((place) => nodeRowId(runId, place));
      await tx.run(
        `UPDATE workflow_run_nodes SET status = ?, progressThousandths = NULL, completedAt = ? WHERE id IN (${placeholders(ids)})`,
        [status, hasEnded(status) ? now : null, ...ids],
      );
    }
  }
}

/** Writes the progress of running nodes, in thousandths by place. */
export async function setShares(
  tx: Tx,
  { runId, shares }: { runId: string; shares: ReadonlyMap<number, number> },
): Promise<void> {
  for (const [place, thousandths] of shares)
    await tx.run(
      "UPDATE workflow_run_nodes SET progressThousandths = ? WHERE id = ? AND status = 'running'",
      [thousandths, nodeRowId(runId, place)],
    );
}

/**
 * Ends the nodes of a run that is ended early: running nodes get the first status, those that have not begun the
 * second.
 */
export async function endNodes(
  tx: Tx,
  end: { runId: string; running: NodeStatus; pending: NodeStatus; detail: string | null; at: number },
): Promise<void> {
  await tx.run(
    "UPDATE workflow_run_nodes SET status = ?, detail = ?, completedAt = ? WHERE runId = ? AND status = 'running'",
    [end.running, end.detail, end.at, end.runId],
  );
  await tx.run(
    "UPDATE workflow_run_nodes SET status = ?, completedAt = ? WHERE runId = ? AND status = 'pending'",
    [end.pending, end.at, end.runId],
  );
}

/** Resets all nodes of a run that are not complete, to be paid by `payerId`. The caller has locked the run. */
export async function resetNodes(
  tx: Tx,
  { runId, payerId }: { runId: string; payerId: string },
): Promise<void> {
  await tx.run(
    `UPDATE workflow_run_nodes SET status = 'pending', detail = NULL, outputs = NULL, costCredits = NULL, completedAt = NULL,
          payerId = ?
        WHERE runId = ? AND status <> 'complete'`,
    [payerId, runId],
  );
}
