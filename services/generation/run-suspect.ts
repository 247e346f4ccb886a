import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskOutcome } from "../../engines/durable-queue/index.js";
import { failJob } from "./end-job.js";
import { findJob } from "./job.repository.js";
import { isTerminal } from "./present-job.js";
import { dropResults } from "./results.js";
import { MAX_DEATHS, suspectsOf } from "./suspects.js";

/** Runs work with which a process died: alone for a while, and not a third time (rules/running 27). */
export async function runSuspect(
  host: Host,
  task: ClaimedTask,
  run: () => Promise<TaskOutcome>,
  giveUp: () => Promise<void> = () => giveUpJob(host, task),
): Promise<TaskOutcome> {
  if (task.deaths === 0) return run();
  if (task.deaths >= MAX_DEATHS) return giveUp();
  const suspects = suspectsOf(host);
  const afterMs = suspects.begin();
  if (afterMs !== null) return { again: { afterMs, nothingYet: true } };
  try {
    return await run();
  } finally {
    suspects.cleared();
  }
}

async function giveUpJob(host: Host, task: ClaimedTask): Promise<void> {
  const job = await findJob(host.read, task.subject);
  if (job === null) return;
  if (!isTerminal(job.status)) {
    host.log.error(
      { job: job.id, provider: job.provider },
      "a job is not run again: its process died with it twice",
    );
    await failJob(host, task, job, {
      code: "process_died",
      message: `The process that worked on this job died ${MAX_DEATHS} times, so it is not run again.`,
      retryable: false,
    });
  }
  await dropResults(host, job.id);
}
