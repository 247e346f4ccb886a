import type { Transcription } from "../../entities/transcription.js";
import type { Transcriber } from "../../plugins/kit/transcriber.js";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import { withCharge } from "../../runtime/plugins/failure-sentence.js";
import type { TaskOutcome } from "../../engines/durable-queue/index.js";
import {
  deadlineMs,
  isUpstreamFault,
  judgeFailure,
  MIN_POLL_MS,
  countFault,
  timeLeft,
} from "../generation/index.js";
import type { Run } from "./call-transcriber.js";
import { type Failure, failTranscription } from "./fail-transcription.js";
import { cancelQueue } from "./queues.js";
import { countFailure, findTranscription } from "./transcription.repository.js";

const late = (transcriber: Transcriber): Failure => ({
  code: "timeout",
  message: `The transcriber ${transcriber.id} did not finish within ${deadlineMs(transcriber) / 1000} seconds.`,
  retryable: true,
});

/**
 * Ends a transcription whose time is over, by default as one that stayed pending for too long, and has its
 * upstream told to stop.
 */
export async function failLate(run: Run, failure: Failure | null = null): Promise<void> {
  const { host, transcriber, task, job } = run;
  const { message, ...ended } = failure ?? late(transcriber);
  await host.transact(async (tx) => {
    if (await failTranscription(tx, host, job, { ...ended, message: `${message} Nothing was charged.` }))
      await host.tasks.enqueue(tx, {
        queue: cancelQueue(job.transcriber),
        subject: job.id,
        payer: job.payerId,
      });
    await task.complete(tx);
  });
}

/** Ends a transcription and its task without a charge. */
export async function fail({ host, task, job }: Run, failure: Failure): Promise<void> {
  await host.transact(async (tx) => {
    await failTranscription(tx, host, job, failure);
    await task.complete(tx);
  });
}

/**
 * Handles a failure of the upstream: returns the next attempt, or fails the transcription. Retries count from
 * the first of the failures in a row.
 */
export async function afterFailure(run: Run, error: unknown): Promise<TaskOutcome> {
  const { host, transcriber, task, job } = run;
  // The upstream's answer is in hand: if it is not stored, nobody knows that the upstream did not take the submit.
  const fresh = (await task.untilStored(() => findTranscription(host.read, job.id))) ?? job;
  if (isUpstreamFault(error)) await task.untilStored(() => countFault(host, job.provider));
  if (timeLeft(transcriber, fresh) <= 0) return failLate(run);
  const faultySince = fresh.faultySince ?? sinceFirstCall(fresh);
  const verdict = judgeFailure(error, fresh.failures, Date.now() - faultySince, {
    retryMs: host.config.upstreamRetryMs,
    isSubmit: fresh.handle === null,
  });
  if (!verdict.retry) {
    host.log.info(
      { transcription: job.id, provider: job.provider, err: error },
      "a transcription failed upstream",
    );
    const failure = { ...verdict, message: withCharge(verdict, "Nothing was charged.") };
    return task.untilStored(() => fail(run, failure));
  }
  const isTimeout = error instanceof ProviderError && error.failure === "timeout";
  const count = () =>
    host.transact(async (tx) => {
      // The submit is known to have failed, so that the next one repeats nothing.
      const isSubmitFree = fresh.handle === null && !isTimeout;
      await countFailure(tx, { id: job.id, faultySince, isSubmitFree });
      await task.guard(tx);
    });
  await task.untilStored(count);
  return {
    again: { afterMs: Math.max(MIN_POLL_MS, Math.min(verdict.afterMs, timeLeft(transcriber, fresh))) },
  };
}

/**
 * Returns the time since which the upstream may be at fault. A call that never was answered may have hung for
 * long; a pending transcription was answered well until now.
 */
const sinceFirstCall = ({ pendingSince, upstreamSince }: Transcription): number =>
  pendingSince === null ? (upstreamSince ?? Date.now()) : Date.now();
