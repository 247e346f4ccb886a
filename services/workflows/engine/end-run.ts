import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import * as billing from "../../billing/index.js";
import { countRun } from "../room/count-run.js";
import { endRunning, findRun, type RunToEnd } from "../run.repository.js";
import { endNodes } from "../run-node.repository.js";
import { findSteps, isStepRunning, markStepFailed } from "../run-step.repository.js";
import { announceRun } from "./announce-run.js";
import { callOffStepJobs } from "./job-kinds.js";
import { settleSteps } from "./settle-steps.js";

/** The queue that calls off the jobs and texts of ended runs; its subject is the run. */
export const CALL_OFF_QUEUE = "workflows.callOff";

/**
 * Ends a run before all its nodes have ended. For everybody it is over from the commit on, and a task calls off
 * its jobs and texts. Returns false, and changes nothing, when it had ended already.
 */
export async function endEarly(
  host: Pick<Host, "tasks" | "signals">,
  tx: Tx,
  run: RunToEnd,
  status: "stopped" | "error",
  detail: string | null = null,
): Promise<boolean> {
  const now = Date.now();
  if (!(await endRunning(tx, { id: run.id, status, at: now }))) return false;
  const failed = status === "error";
  await endNodes(tx, {
    runId: run.id,
    running: failed ? "error" : "stopped",
    pending: failed ? "skipped" : "stopped",
    detail,
    at: now,
  });
  await countRun(tx, run, now);
  await host.tasks.enqueue(tx, { queue: CALL_OFF_QUEUE, subject: run.id, payer: run.payerId });
  announceRun(tx, host, run, status);
  tx.afterCommit(() => {
    host.signals.send("run.stopped", { id: run.id });
    host.signals.send("run.moved", { id: run.id });
  });
  return true;
}

/**
 * Calls off the running steps of a run that is over. May be repeated, and may come late: a run that was resumed
 * meanwhile is left alone. The steps are read before the run, so that none of them was begun by a resumed run.
 */
export async function callOff(host: Host, runId: string): Promise<void> {
  const steps = await findSteps(host.read, { runId, status: "running" });
  const run = await findRun(host.read, { id: runId });
  if (run?.status !== "running") await callOffSteps(host, runId, steps);
}

/**
 * Calls off these steps: cancels their jobs, releases the holds of texts, and returns to the trigger's day what
 * none of them cost.
 */
export async function callOffSteps(
  host: Host,
  runId: string,
  steps: readonly WorkflowRunStep[],
): Promise<void> {
  await callOffStepJobs(host, runId, steps);
  for (const { id, kind, createdAt } of steps) {
    if (kind !== "text") continue;
    await host.transact(async (tx) => {
      // A run that was resumed meanwhile may have begun the step anew.
      if (await isStepRunning(tx, { id, createdAt })) await failTextStep(tx, id, "The run was stopped.");
    });
  }
  await settleSteps(host, runId);
}

/** Ends a text that was not written, without a charge. A text that has ended stays as it is. */
export async function failTextStep(tx: Tx, id: string, message: string): Promise<void> {
  await billing.release(tx, { workId: id });
  await markStepFailed(tx, { id, message });
}
