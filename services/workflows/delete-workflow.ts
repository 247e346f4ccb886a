import type { Workflow } from "../../entities/workflow.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { TaskHandler, TaskOutcome } from "../../engines/durable-queue/index.js";
import { callOff, endEarly } from "./engine/end-run.js";
import { addStored } from "./room/usage.repository.js";
import { deleteRun, findRunning, findSomeRuns, lockRun } from "./run.repository.js";
import { removeTrigger } from "./triggers/delete-trigger.js";
import { findTriggersOf } from "./triggers/trigger.repository.js";
import { changeWorkflow, lockWorkflow, removeWorkflow } from "./workflow.repository.js";

/** The queue that removes the rows of deleted workflows; its subject is the workflow. */
const DELETE_QUEUE = "workflows.delete";
const BATCH = 20;
/** The number of runs that are read at once to be stopped; a workflow may have thousands that go on. */
const STOPPED_AT_ONCE = 50;

/** The time for which the request itself stops runs, below the time limit of a call; the task does the rest. */
const WITHIN_MS = 8000;
/** The delay after which the task takes over a deletion whose process died. */
const TASK_AFTER_MS = 10_000;

/**
 * Marks the workflow deleted: from that commit on nobody sees it, and no run of it begins or is resumed. Then
 * stops its runs, each in a transaction of its own, since a thousand runs of 2,000 nodes in one would block the
 * embedded database for half a minute. The task stops the runs that this call does not reach within 8 s and
 * removes the rows, also after a crash. May be repeated.
 */
export async function deleteWorkflow(host: Host, { id }: Pick<Workflow, "id">): Promise<void> {
  await host.transact(async (tx) => {
    const workflow = await lockWorkflow(tx, id);
    if (workflow === null || workflow.deletedAt !== null) return;
    await changeWorkflow(tx, { id, deletedAt: Date.now() });
    for (const trigger of await findTriggersOf(tx, id)) await removeTrigger(host, tx, trigger);
    await host.tasks.enqueue(tx, {
      queue: DELETE_QUEUE,
      subject: id,
      payer: workflow.creatorId,
      afterMs: TASK_AFTER_MS,
    });
  });
  host.fault?.("workflows.deleted");
  const until = Date.now() + WITHIN_MS;
  await stopRuns(host, id, () => Date.now() >= until).catch((error: unknown) => {
    host.log.warn({ err: error, workflowId: id }, "the runs of a deleted workflow are left to its task");
  });
  await host.transact((tx) => host.tasks.hasten(tx, DELETE_QUEUE, id));
}

/** Stops the runs of a workflow one by one until `isToEnd` says so. Returns false when some may go on. */
async function stopRuns(host: Host, workflowId: string, isToEnd: () => boolean): Promise<boolean> {
  for (;;) {
    const runs = await findRunning(host.read, { workflowId, limit: STOPPED_AT_ONCE });
    for (const run of runs) {
      if (isToEnd()) return false;
      await host.transact((tx) => endEarly(host, tx, run, "stopped"));
    }
    if (runs.length < STOPPED_AT_ONCE) return true;
  }
}

async function removeRun(tx: Tx, id: string): Promise<void> {
  const run = await lockRun(tx, id);
  if (run === null) return;
  await deleteRun(tx, run);
  await addStored(tx, { accountId: run.starterId, bytes: -(run.storedBytes ?? 0) });
}

/** Returns the task that removes deleted workflows with their runs, batch by batch. */
export const deleteTask = (host: Host): TaskHandler => ({
  queue: DELETE_QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => removeRuns(host, task.subject, task.signal),
});

async function removeRuns(host: Host, workflowId: string, signal: AbortSignal): Promise<TaskOutcome> {
  if (!(await stopRuns(host, workflowId, () => signal.aborted))) return { again: { afterMs: 0 } };
  for (;;) {
    if (signal.aborted) return { again: { afterMs: 0 } };
    const runs = await findSomeRuns(host.read, { workflowId, limit: BATCH });
    for (const { id } of runs) {
      // A run's holds must not outlive its steps.
      await callOff(host, id);
      await host.transact((tx) => removeRun(tx, id));
    }
    if (runs.length < BATCH) break;
  }
  await host.transact((tx) => removeWorkflow(tx, workflowId));
  return undefined;
}
