import { notFound, ServiceError } from "../../contracts/errors.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as projects from "../projects/index.js";
import { actsBy } from "./acts-by.js";
import { announceRun } from "./engine/announce-run.js";
import { CALL_OFF_QUEUE, callOff } from "./engine/end-run.js";
import { readStepJobs } from "./engine/job-kinds.js";
import { RUN_QUEUE } from "./engine/run-rows.js";
import { countRun } from "./room/count-run.js";
import { changeRun, findRun, lockRun } from "./run.repository.js";
import { resetNodes } from "./run-node.repository.js";
import { deleteSteps, findSteps } from "./run-step.repository.js";
import { settleDay, type StepCost } from "./triggers/budget.js";
import { shareWorkflow } from "./workflow.repository.js";
import { requirePayer, type RunSeen } from "./workflows.policy.js";

/**
 * Lets a run that failed or was stopped go on: nodes that are complete keep their results, all others begin anew. What
 * they paid for already stays theirs; what they do from now on is done by the credential that resumes it, and counts against its
 * limits. One that goes on is answered as it is; throws `conflict` for a complete one.
 */
export async function resumeRun(host: Host, context: ActionContext, { run }: RunSeen): Promise<WorkflowRun> {
  if (run.status === "running") return run;
  if (run.status === "complete")
    throw new ServiceError("conflict", "The run is complete: there is nothing to resume.");
  const { payerId } = await requirePayer(host, context, run.projectId);
  // The jobs and texts of the failed or stopped run are called off for good before anything begins anew.
  await callOff(host, run.id);
  const failed = await failedSteps(host, run.id);
  await host.transact(async (tx) => {
    await context.idempotency?.record(tx, run.id);
    await projects.joinProject(tx, { projectId: run.projectId, accountId: run.starterId });
    const workflow = await shareWorkflow(tx, run.workflowId);
    if (workflow === null || workflow.deletedAt !== null) throw notFound("Unknown run.");
    const now = await lockRun(tx, run.id);
    if (now === null) throw notFound("Unknown run.");
    if (now.status !== "error" && now.status !== "stopped") return;
    // The process that had the run at its end must not take the resumed run for its own, and an end that came
    // after the read must not be undone.
    if (now.completedAt !== run.completedAt || (await host.tasks.isRunning(tx, RUN_QUEUE, run.id)))
      throw new ServiceError("conflict", "The run is still being ended. Resume it in a moment.");
    // The bytes are counted before the rows forget what was charged.
    await countRun(
      tx,
      run,
      null,
      failed.some(({ cost }) => cost > 0),
    );
    await host.tasks.drop(tx, CALL_OFF_QUEUE, run.id);
    await settleDay(tx, now, failed);
    if (failed.length > 0)
      await deleteSteps(
        tx,
        failed.map(({ id }) => id),
      );
    await resetNodes(tx, { runId: run.id, payerId });
    await changeRun(tx, {
      id: run.id,
      status: "running",
      completedAt: null,
      // The payer differs from before when the project that paid was deleted.
      payerId,
      budgetId: context.auth.budgetId ?? null,
      ...actsBy(context.auth),
    });
    announceRun(tx, host, run, "running");
    await host.tasks.enqueue(tx, { queue: RUN_QUEUE, subject: run.id, payer: payerId });
    tx.afterCommit(() => host.signals.send("run.moved", { id: run.id }));
  });
  host.fault?.("workflows.resumed");
  const after = await findRun(host.read, { id: run.id });
  if (after === null) throw notFound("Unknown run.");
  return after;
}

/** Returns the steps that gave no result, which are asked for again, with their costs. Most of them cost nothing. */
async function failedSteps(host: Host, runId: string): Promise<StepCost[]> {
  const steps = await findSteps(host.read, { runId });
  const jobs = await readStepJobs(host, runId, steps);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return steps
    .filter(({ jobId, status }) =>
      jobId === null ? status !== "complete" : byId.get(jobId)?.status !== "succeeded",
    )
    .map(({ id, createdAt, jobId }) => ({ id, createdAt, cost: byId.get(jobId ?? "")?.costCredits ?? 0 }));
}
