import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import type { Host } from "../../../runtime/process/host.js";
import { findRun, lockRun } from "../run.repository.js";
import { findSteps } from "../run-step.repository.js";
import { settleDay, type StepCost } from "../triggers/budget.js";
import { readStepJobs } from "./job-kinds.js";
import { isLive } from "./job-watch.js";

/** Returns those of the steps that have ended, with their costs; `jobCosts` has the jobs that have ended. */
export const endedSteps = (
  steps: Iterable<WorkflowRunStep>,
  jobCosts: ReadonlyMap<string, number>,
): StepCost[] =>
  [...steps].flatMap(({ id, createdAt, jobId, status, costCredits }) => {
    const cost = jobId !== null ? jobCosts.get(jobId) : status === "running" ? undefined : (costCredits ?? 0);
    return cost === undefined ? [] : { id, createdAt, cost };
  });

/** Returns the costs of those of the steps' jobs that have ended, by job id. */
export async function readJobCosts(
  host: Host,
  runId: string,
  steps: readonly WorkflowRunStep[],
): Promise<Map<string, number>> {
  const jobs = await readStepJobs(host, runId, steps);
  return new Map(
    jobs.flatMap(({ id, status, costCredits }) => (isLive(status) ? [] : [[id, costCredits ?? 0]])),
  );
}

/**
 * Counts for the trigger's day what the ended steps of a triggered run cost, whatever became of their nodes. Steps
 * whose jobs go on stay as they are. May be repeated.
 */
export async function settleSteps(host: Host, runId: string): Promise<void> {
  const run = await findRun(host.read, { id: runId });
  if (run === null || run.triggerId === null) return;
  const steps = await findSteps(host.read, { runId });
  const ended = endedSteps(steps, await readJobCosts(host, runId, steps));
  await host.transact(async (tx) => {
    const now = await lockRun(tx, runId);
    if (now !== null) await settleDay(tx, now, ended);
  });
}
