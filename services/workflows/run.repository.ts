import type { WorkflowGraph } from "../../entities/workflow.js";
import { WorkflowRun } from "../../entities/workflow-run.js";
import { WorkflowRunGraph } from "../../entities/workflow-run-graph.js";
import { WorkflowRunNode } from "../../entities/workflow-run-node.js";
import { WorkflowRunStep } from "../../entities/workflow-run-step.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** A run, or null where it is none, or another workflow's. */
export const findRun = (
  read: Reader,
  where: Pick<WorkflowRun, "id"> & Partial<Pick<WorkflowRun, "workflowId">>,
): Promise<WorkflowRun | null> => read.findOne(WorkflowRun, where);

/** The row of a run, kept until the transaction ends: the lock of all who begin, settle or remove its steps, or end it. */
export const lockRun = (tx: Tx, id: string): Promise<WorkflowRun | null> =>
  tx.findOneForUpdate(WorkflowRun, { id });

/** What ends a run needs to know of it. */
export type RunToEnd = Pick<WorkflowRun, "id" | "workflowId" | "payerId" | "starterId" | "projectId">;

/** Some runs of a workflow that go on; the order is left open. Reads the index IX_workflow_runs_running. */
export const findRunning = (
  read: Reader,
  { workflowId, limit }: { workflowId: string; limit: number },
): Promise<RunToEnd[]> =>
  read.query<RunToEnd>(
    `SELECT id, workflowId, payerId, starterId, projectId FROM workflow_runs
      WHERE workflowId = ? AND status = 'running' LIMIT ${limit}`,
    [workflowId],
  );

/** Some runs of a workflow, or of those billed to a project; the order is left open. */
export const findSomeRuns = (
  read: Reader,
  { limit, ...where }: { limit: number } & ({ workflowId: string } | { projectId: string }),
): Promise<WorkflowRun[]> => read.find(WorkflowRun, where, { limit });

/** A page of a workflow's runs, or of those of one starter, the newest first, and how many there are. Reads IX_workflow_runs_newest. */
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

/** Ends a run that goes on; gives whether it did. Waits for who has locked it. */
export const endRunning = async (
  tx: Tx,
  { id, status, at }: Pick<WorkflowRun, "id" | "status"> & { at: number },
): Promise<boolean> =>
  (await tx.run("UPDATE workflow_runs SET status = ?, completedAt = ? WHERE id = ? AND status = 'running'", [
    status,
    at,
    id,
  ])) === 1;

/** Ends a run that the caller has locked and seen going on. */
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

/** Deletes a run with its steps, nodes and graph. What it began has been called off; the caller gives back what is counted for it. */
export async function deleteRun(tx: Tx, { id }: Pick<WorkflowRun, "id">): Promise<void> {
  await tx.delete(WorkflowRunStep, { runId: id });
  await tx.delete(WorkflowRunNode, { runId: id });
  await tx.delete(WorkflowRunGraph, { id });
  await tx.delete(WorkflowRun, { id });
}

/** What a run runs. */
export const findRunGraph = (read: Reader, id: string): Promise<WorkflowRunGraph | null> =>
  read.findOne(WorkflowRunGraph, { id });

export const insertRunGraph = (tx: Tx, { id, graph }: { id: string; graph: WorkflowGraph }): Promise<void> =>
  tx.insert(WorkflowRunGraph, { id, graph } as never);
