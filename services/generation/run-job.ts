import { setTimeout as sleep } from "node:timers/promises";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider, ProviderProgress, ProviderOutput } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import { isConflict } from "../../runtime/database/conflict.js";
import { type ClaimedTask, LeaseLost, type TaskOutcome } from "../../engines/durable-queue/index.js";
import { afterFailure } from "./after-failure.js";
import { poll, submit, UpstreamFailure } from "./ask-provider.js";
import { failLate, timeLeft, waitForPoll } from "./deadline.js";
import { failJob } from "./end-job.js";
import { storeIntent, storePending, takeBackIntent } from "./keep-progress.js";
import { findJob, forgetSubmits, setFaultySince } from "./job.repository.js";
import { isTerminal } from "./present-job.js";
import { dropResults } from "./results.js";
import { holdBehindCircuit } from "./hold-behind-circuit.js";
import { settleJob } from "./settle-job.js";
import { readBeforeRun } from "./circuit-reads.js";
import { storedResults } from "./stored-results.js";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import { copyResults } from "./copy-results.js";

/** The longest wait for a first poll that keeps the slot; a longer wait gives the slot to another job. */
const IN_HAND_MS = 100;

/**
 * Runs one step of a job, which any process may repeat after any crash: intent stored -> submit -> upstream
 * handle stored -> poll … -> results copied -> settled once.
 */
export async function runJob(host: Host, provider: ModelProvider, task: ClaimedTask): Promise<TaskOutcome> {
  const found = await readBeforeRun(host, task.subject);
  if (found === null) return undefined;
  const { job } = found;
  // The job may have ended while a process that died was copying its results.
  if (isTerminal(job.status)) return dropResults(host, job.id);
  try {
    const waiting = await holdBehindCircuit(host, provider, {
      work: job,
      task,
      circuit: found.circuit,
      end: (failure) => failLate(host, provider, task, job, failure),
      setFaultySince: (tx, faultySince) => setFaultySince(tx, { id: job.id, faultySince }),
    });
    if (waiting !== null) return waiting.outcome;
    return await advance(host, provider, task, job);
  } catch (error) {
    if (task.signal.aborted) {
      await takeBackIntent({ host, task }, error, (tx) => forgetSubmits(tx, job.id));
      throw error;
    }
    if (error instanceof LeaseLost) return endIfOver(host, job, error);
    if (isConflict(error) && timeLeft(provider, job) <= 0) return failLate(host, provider, task, job);
    if (!(error instanceof UpstreamFailure)) throw error;
    return afterFailure(host, provider, task, job, error.cause);
  }
}

/**
 * Drops the results of a job that somebody else canceled or failed meanwhile, and so ends its task. Throws
 * the given error for any other job.
 */
async function endIfOver(
  host: Pick<Host, "read" | "storage">,
  { id }: GenerationJob,
  error: LeaseLost,
): Promise<void> {
  const job = await findJob(host.read, id);
  if (job === null || !isTerminal(job.status)) throw error;
  await dropResults(host, id);
}

/** Settles a job of which an earlier run has stored all results, and no handle. Returns false for any other job. */
async function endStored(host: Host, task: ClaimedTask, job: GenerationJob): Promise<boolean> {
  if (job.submits === 0 || job.handle !== null) return false;
  const results = await storedResults(host, job);
  if (results === null) return false;
  await settleJob(host, task, job, { results, metadata: [] });
  return true;
}

/** Fails a job whose submit is never repeated and whose answer is lost. */
async function endUnanswered(host: Host, task: ClaimedTask, job: GenerationJob): Promise<void> {
  const message =
    "This job was handed to the provider, and the answer was lost before it could be stored. Handing it over again might generate the result twice.";
  await failJob(host, task, job, { code: "unknown_outcome", message, retryable: true });
  return dropResults(host, job.id);
}

/** Checks a job's results, copies them into storage, and settles the job. */
async function finishJob(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
  outputs: readonly ProviderOutput[],
): Promise<void> {
  const results = await copyResults(host, provider, task, { job, outputs }).catch((error: unknown) => {
    throw error instanceof ProviderError ? new UpstreamFailure("result", { cause: error }) : error;
  });
  host.fault?.("generation.results-written");
  const metadata = outputs.map(({ metadata: known }) => known ?? null);
  await settleJob(host, task, job, { results, metadata, forMs: Math.max(0, timeLeft(provider, job)) });
}

async function advance(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
): Promise<TaskOutcome> {
  const { handle } = job;
  let progress: ProviderProgress;
  if (await endStored(host, task, job)) return undefined;
  if (handle === null) {
    if (job.submits > 0 && provider.resubmit === "never") return endUnanswered(host, task, job);
    await storeIntent(host, task, job);
    host.fault?.("generation.intent");
    progress = await submit(host, provider, task, job);
    host.fault?.("generation.submitted");
  } else progress = await poll(host, provider, task, job, handle);
  if (handle === null && progress.state === "pending" && progress.pollAfterMs <= IN_HAND_MS) {
    // The provider has not been polled yet and wishes a short wait, so this step waits for the first poll
    // itself.
    await storePending(host, provider, task, job, progress);
    host.fault?.("generation.handle");
    await sleep(Math.max(0, progress.pollAfterMs), undefined, { signal: task.signal });
    progress = await poll(host, provider, task, job, progress.handle);
  }
  if (progress.state === "pending") {
    await storePending(host, provider, task, job, progress);
    host.fault?.("generation.handle");
    if (timeLeft(provider, job) <= 0) return failLate(host, provider, task, job);
    return { again: { afterMs: waitForPoll(provider, job, progress.pollAfterMs) } };
  }
  await finishJob(host, provider, task, job, progress.outputs);
  return undefined;
}
