import { In } from "typeorm";
import { WorkflowRunStep } from "../../entities/workflow-run-step.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Returns the steps of a run, all or those with a status, in any order. Reads the index IX_workflow_run_steps_run. */
export const findSteps = (
  read: Reader,
  where: Pick<WorkflowRunStep, "runId"> & Partial<Pick<WorkflowRunStep, "status">>,
): Promise<WorkflowRunStep[]> => read.find(WorkflowRunStep, where);

/**
 * Tells whether the step that began at this time still goes on. A step that a resumed run began anew is another
 * one.
 */
export const isStepRunning = async (
  tx: Tx,
  { id, createdAt }: Pick<WorkflowRunStep, "id" | "createdAt">,
): Promise<boolean> => (await tx.findOne(WorkflowRunStep, { id, createdAt, status: "running" })) !== null;

/** Tells whether a step is stored, in whatever state. */
export const hasStep = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.findOne(WorkflowRunStep, { id })) !== null;

/** Locks and returns the row of the step that began at this time. The caller has locked its run before. */
export const lockStep = (
  tx: Tx,
  { id, createdAt }: Pick<WorkflowRunStep, "id" | "createdAt">,
): Promise<WorkflowRunStep | null> => tx.findOneForUpdate(WorkflowRunStep, { id, createdAt });

/** Returns those of the jobs that steps name. Reads the index IX_workflow_run_steps_job. */
export async function findReferredJobs(read: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await read.query<{ jobId: string }>(
    `SELECT DISTINCT jobId FROM workflow_run_steps WHERE jobId IN (${placeholders(ids)})`,
    ids,
  );
  return rows.map(({ jobId }) => jobId);
}

export const insertStep = (tx: Tx, step: WorkflowRunStep): Promise<void> =>
  tx.insert(WorkflowRunStep, step as never);

/** Sets the credits that a step counts for in its trigger's day. */
export async function setHeld(
  tx: Tx,
  { id, heldCredits }: Pick<WorkflowRunStep, "id" | "heldCredits">,
): Promise<void> {
  await tx.update(WorkflowRunStep, { id }, { heldCredits });
}

/** Completes a running text step with its text and the credits that were charged. */
export async function completeText(
  tx: Tx,
  { id, text, costCredits }: { id: string; text: string; costCredits: number },
): Promise<void> {
  await tx.update(
    WorkflowRunStep,
    { id, status: "running" },
    { status: "complete", result: text, costCredits },
  );
}

/** Marks a running step failed, without a cost. */
export async function markStepFailed(
  tx: Tx,
  { id, message }: { id: string; message: string },
): Promise<void> {
  await tx.run(
    "UPDATE workflow_run_steps SET status = 'failed', errorMessage = ?, costCredits = 0 WHERE id = ? AND status = 'running'",
    [message, id],
  );
}

export async function deleteStep(tx: Tx, id: string): Promise<void> {
  await tx.delete(WorkflowRunStep, { id });
}

export async function deleteSteps(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(WorkflowRunStep, { id: In([...ids]) });
}
