import type { WorkflowGraph } from "../../entities/workflow.js";
import { WorkflowRun } from "../../entities/workflow-run.js";
import { WorkflowRunGraph } from "../../entities/workflow-run-graph.js";
import { WorkflowRunNode } from "../../entities/workflow-run-node.js";
import { WorkflowRunStep } from "../../entities/workflow-run-step.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Returns a run; null when there is none with these values. */
export const findRun = (
  read: Reader,
  where: Pick<WorkflowRun, "id"> & Partial<Pick<WorkflowRun, "workflowId">>,
): Promise<WorkflowRun | null> => read.findOne(WorkflowRun, where);

/** Locks and returns a run's row. All who begin, settle or remove its steps, or end it, take this lock. */
export const lockRun = (tx: Tx, id: string): Promise<WorkflowRun | null> =>
  tx.findOneForUpdate(WorkflowRun, { id });

/** The fields of a run that are needed to end it. */
export type RunToEnd = Pick<WorkflowRun, "id" | "workflowId" | "payerId" | "starterId" | "projectId">;

/** Returns some running runs of a workflow, in any order. Reads the index IX_workflow_runs_running. */
export const findRunning = (
  read: Reader,
  { workflowId, limit }: { workflowId: string; limit: number },
): Promise<RunToEnd[]> =>
  read.query<RunToEnd>(
    `SELECT id, workflowId, payerId, starterId, projectId FROM workflow_runs
      WHERE workflowId = ? AND status = 'running' LIMIT ${limit}`,
    [workflowId],
  );

/** Returns some runs of a workflow, or some that are billed to a project, in any order. */
export const findSomeRuns = (
  read: Reader,
  { limit, ...where }: { limit: number } & ({ workflowId: string } | { projectId: string }),
): Promise<WorkflowRun[]> => read.find(WorkflowRun, where, { limit });

/**
 * Returns a page of a workflow's runs, or of one starter's, the newest first, and their total number. Reads
 * IX_workflow_runs_newest.
 */
export async function findRunsPage(
  longRead: Reader,
  { limit, offset, ...where }: { workflowId: string; starterId?: string; limit: number; offset: number },
): Promise<{ runs: WorkflowRun[]; total: number }> {
  const [runs, total] = await Promise.all([
    longRead.find(WorkflowRun, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    longRead.count(WorkflowRun, where),
  ]);
  return { runs, total };
}

export const insertRun = (tx: Tx, run: WorkflowRun): Promise<void> => tx.insert(WorkflowRun, run);

/** Ends a run if it still goes on; returns whether it did. Waits for the lock of its row. */
export const endRunning = async (
  tx: Tx,
  { id, status, at }: Pick<WorkflowRun, "id" | "status"> & { at: number },
): Promise<boolean> =>
  (await tx.run("UPDATE workflow_runs SET status = ?, completedAt = ? WHERE id = ? AND status = 'running'", [
    status,
    at,
    id,
  ])) === 1;

/** Ends a run that the caller has locked and seen running. */
export async function endLocked(
  tx: Tx,
  { id, status, at }: Pick<WorkflowRun, "id" | "status"> & { at: number },
): Promise<void> {
  await tx.run("UPDATE workflow_runs SET status = ?, completedAt = ? WHERE id = ?", [status, at, id]);
}

export async function changeRun(
  tx: Tx,
  { id, ...change }: Pick<WorkflowRun, "id"> & Partial<WorkflowRun>,
): Promise<void> {
  await tx.update(WorkflowRun, { id }, change);
}

/**
 * Deletes a run with its steps, nodes and graph. The caller has called off its jobs and gives back the bytes
 * counted for it.
 */
export async function deleteRun(tx: Tx, { id }: Pick<WorkflowRun, "id">): Promise<void> {
  await tx.delete(WorkflowRunStep, { runId: id });
  await tx.delete(WorkflowRunNode, { runId: id });
  await tx.delete(WorkflowRunGraph, { id });
  await tx.delete(WorkflowRun, { id });
}

/** Returns the graph that a run executes. */
export const findRunGraph = (read: Reader, id: string): Promise<WorkflowRunGraph | null> =>
  read.findOne(WorkflowRunGraph, { id });

export const insertRunGraph = (tx: Tx, { id, graph }: { id: string; graph: WorkflowGraph }): Promise<void> =>
  tx.insert(WorkflowRunGraph, { id, graph } as never);
