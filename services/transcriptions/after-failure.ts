import type { Transcription } from "../../entities/transcription.js";
import type { Transcriber } from "../../plugins/kit/transcriber.js";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import { withCharge } from "../../runtime/plugins/failure-sentence.js";
import type { TaskOutcome } from "../../engines/durable-queue/task-handler.js";
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

/** Ends one whose time is over, as one that stayed pending for too long unless told otherwise, and has its upstream told to stop. */
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

/** Ends it without a charge, and its task with it. */
export async function fail({ host, task, job }: Run, failure: Failure): Promise<void> {
  await host.transact(async (tx) => {
    await failTranscription(tx, host, job, failure);
    await task.complete(tx);
  });
}

/** It is tried again, or it fails. Retries count from the first failure in a row. */
export async function afterFailure(run: Run, error: unknown): Promise<TaskOutcome> {
  const { host, transcriber, task, job } = run;
  const fresh = (await findTranscription(host.read, job.id)) ?? job;
  if (isUpstreamFault(error)) await countFault(host, job.provider);
  if (timeLeft(transcriber, fresh) <= 0) return failLate(run);
  const faultySince = fresh.faultySince ?? sinceFirstCall(fresh);
  const verdict = judgeFailure(error, fresh.failures, Date.now() - faultySince, {
    retryMs: host.config.upstreamRetryMs,
  });
  if (!verdict.retry) {
    host.log.info(
      { transcription: job.id, provider: job.provider, err: error },
      "a transcription failed upstream",
    );
    return fail(run, { ...verdict, message: withCharge(verdict, "Nothing was charged.") });
  }
  const isTimeout = error instanceof ProviderError && error.failure === "timeout";
  await host.transact(async (tx) => {
    // The outcome is known: it failed. So the next submit repeats nothing.
    const isSubmitFree = fresh.handle === null && !isTimeout;
    await countFailure(tx, { id: job.id, faultySince, isSubmitFree });
    await task.guard(tx);
  });
  return {
    again: { afterMs: Math.max(MIN_POLL_MS, Math.min(verdict.afterMs, timeLeft(transcriber, fresh))) },
  };
}

/** A call that was answered never may have hung for long; one that has been pending was answered well until now. */
const sinceFirstCall = ({ pendingSince, upstreamSince }: Transcription): number =>
  pendingSince === null ? (upstreamSince ?? Date.now()) : Date.now();
