import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider } from "../../plugins/kit/model-provider.js";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskOutcome } from "../../engines/durable-queue/index.js";
import { countFault } from "./circuit.js";
import { failLate, MIN_POLL_MS, timeLeft } from "./deadline.js";
import { failJob } from "./end-job.js";
import { countFailure, findJob } from "./job.repository.js";
import { dropResults } from "./results.js";
import { isUpstreamFault, judgeFailure } from "./retry-policy.js";

/**
 * Decides what follows a failure of the upstream: the job is tried again, or it fails. The time for retries
 * counts from the first failure in a row. The upstream's answer is in hand: if it is not stored, nobody knows
 * that the upstream did not take the submit.
 */
export async function afterFailure(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
  error: unknown,
): Promise<TaskOutcome> {
  const fresh = (await task.untilStored(() => findJob(host.read, job.id))) ?? job;
  if (isUpstreamFault(error)) await task.untilStored(() => countFault(host, job.provider));
  if (timeLeft(provider, fresh) <= 0) return failLate(host, provider, task, fresh);
  const faultySince = fresh.faultySince ?? sinceFirstCall(fresh);
  const verdict = judgeFailure(error, fresh.failures, Date.now() - faultySince, {
    retryMs: host.config.upstreamRetryMs,
    isSubmit: fresh.handle === null,
  });
  if (!verdict.retry) {
    host.log.info({ job: job.id, provider: job.provider, err: error }, "a job failed upstream");
    await task.untilStored(() => failJob(host, task, job, verdict));
    return dropResults(host, job.id);
  }
  const count = () =>
    host.transact(async (tx) => {
      // The upstream is known to have refused the submit, so the next submit repeats nothing.
      const isSubmitFree = fresh.handle === null && !isTimeout(error);
      await countFailure(tx, { id: job.id, faultySince, isSubmitFree });
      await task.guard(tx);
    });
  await task.untilStored(count);
  return { again: { afterMs: Math.max(MIN_POLL_MS, Math.min(verdict.afterMs, timeLeft(provider, fresh))) } };
}

/**
 * Returns the time from which retries count. A call that was never answered may have hung for long; a pending
 * job was answered well until now.
 */
const sinceFirstCall = ({ pendingSince, upstreamSince }: GenerationJob): number =>
  pendingSince === null ? (upstreamSince ?? Date.now()) : Date.now();

const isTimeout = (error: unknown): boolean => error instanceof ProviderError && error.failure === "timeout";
