import type { Workflow } from "../../entities/workflow.js";
import type { Host } from "../../runtime/process/host.js";
import type { TaskHandler, TaskOutcome } from "../../engines/durable-queue/task-handler.js";
import { callOff, endEarly } from "./engine/end-run.js";
import { deleteRun, findRunning, findSomeRuns } from "./run.repository.js";
import { removeTrigger } from "./triggers/delete-trigger.js";
import { findTriggersOf } from "./triggers/trigger.repository.js";
import { changeWorkflow, lockWorkflow, removeWorkflow } from "./workflow.repository.js";

/** Removes the rows of a deleted workflow; its subject is the workflow. */
const DELETE_QUEUE = "workflows.delete";
const BATCH = 20;

/**
 * Marks the workflow deleted: from that commit on nobody sees it, and no run of it begins or is resumed. Then its runs are stopped,
 * each in a transaction of its own: a thousand of 2,000 nodes would keep everybody else from the embedded database for
 * half a minute. Its rows go behind the answer. A crash leaves the rest to the task. May be repeated.
 */
export async function deleteWorkflow(host: Host, { id }: Pick<Workflow, "id">): Promise<void> {
  await host.transact(async (tx) => {
    const workflow = await lockWorkflow(tx, id);
    if (workflow === null || workflow.deletedAt !== null) return;
    await changeWorkflow(tx, { id, deletedAt: Date.now() });
    for (const trigger of await findTriggersOf(tx, id)) await removeTrigger(host, tx, trigger.id);
    await host.tasks.enqueue(tx, { queue: DELETE_QUEUE, subject: id, payer: workflow.creatorId });
  });
  host.fault("workflows.deleted");
  await stopRuns(host, id);
}

async function stopRuns(host: Host, workflowId: string): Promise<void> {
  for (;;) {
    const runs = await findRunning(host.read, { workflowId, limit: BATCH });
    for (const run of runs) await host.transact((tx) => endEarly(host, tx, run, "stopped"));
    if (runs.length < BATCH) return;
  }
}

/** Removes deleted workflows with their runs, batch by batch. */
export const deleteTask = (host: Host): TaskHandler => ({
  queue: DELETE_QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => removeRuns(host, task.subject, task.signal),
});

async function removeRuns(host: Host, workflowId: string, signal: AbortSignal): Promise<TaskOutcome> {
  await stopRuns(host, workflowId);
  for (;;) {
    if (signal.aborted) return { again: { afterMs: 0 } };
    const runs = await findSomeRuns(host.read, { workflowId, limit: BATCH });
    for (const { id } of runs) {
      // Holds must not outlive their steps.
      await callOff(host, id);
      await host.transact((tx) => deleteRun(tx, id));
    }
    if (runs.length < BATCH) break;
  }
  await host.transact((tx) => removeWorkflow(tx, workflowId));
  return undefined;
}
