import { setTimeout as sleep } from "node:timers/promises";
import type { Transcriber, TranscriptionProgress } from "../../plugins/kit/transcriber.js";
import type { Host } from "../../runtime/process/host.js";
import { isConflict } from "../../runtime/database/conflict.js";
import { type ClaimedTask, LeaseLost, type TaskOutcome } from "../../engines/durable-queue/index.js";
import {
  holdBehindCircuit,
  readCircuit,
  takeBackIntent,
  timeLeft,
  waitForPoll,
} from "../generation/index.js";
import { afterFailure, fail, failLate } from "./after-failure.js";
import { poll, type Run, submit, UpstreamFailure } from "./call-transcriber.js";
import { finishTranscription } from "./finish-transcription.js";
import { storeHandle, storeIntent } from "./keep-progress.js";
import { isTerminal } from "./present-transcription.js";
import { findTranscription, forgetSubmits, setFaultySince } from "./transcription.repository.js";

/**
 * Milliseconds of a wait for the first poll that the task sleeps through; for a longer wait it gives its slot
 * to other work.
 */
const IN_HAND_MS = 100;

/**
 * Does one step of a transcription, repeatable by any process after any crash: intent stored -> submit ->
 * upstream handle stored -> poll … -> transcript and settlement, once.
 */
export async function runTranscription(
  host: Host,
  transcriber: Transcriber,
  task: ClaimedTask,
): Promise<TaskOutcome> {
  const job = await findTranscription(host.read, task.subject);
  if (job === null || isTerminal(job.status)) return undefined;
  const run = { host, transcriber, task, job };
  try {
    const waiting = await holdBehindCircuit(host, transcriber, {
      work: job,
      task,
      circuit: await readCircuit(host.read, job.provider),
      end: (failure) => failLate(run, failure),
      setFaultySince: (tx, faultySince) => setFaultySince(tx, { id: job.id, faultySince }),
    });
    if (waiting !== null) return waiting.outcome;
    return await advance(run);
  } catch (error) {
    if (task.signal.aborted) {
      await takeBackIntent(run, error, (tx) => forgetSubmits(tx, job.id));
      throw error;
    }
    if (error instanceof LeaseLost) return endIfOver(run, error);
    if (isConflict(error) && timeLeft(transcriber, job) <= 0) return failLate(run);
    if (!(error instanceof UpstreamFailure)) throw error;
    return afterFailure(run, error.cause);
  }
}

/** Ends the task of a transcription that was stopped meanwhile; throws the error for one that goes on. */
async function endIfOver({ host, job }: Run, error: LeaseLost): Promise<void> {
  const now = await findTranscription(host.read, job.id);
  if (now === null || !isTerminal(now.status)) throw error;
}

async function advance(run: Run): Promise<TaskOutcome> {
  const { host, transcriber, task, job } = run;
  const { handle } = job;
  if (handle === null && job.submits > 0 && transcriber.resubmit === "never")
    return fail(run, {
      code: "unknown_outcome",
      message:
        "This transcription was handed to the provider, and the answer was lost before it could be stored. Handing it over again might generate the result twice. Nothing was charged.",
      retryable: true,
    });
  let progress: TranscriptionProgress;
  if (handle === null) {
    await storeIntent(run);
    host.fault?.("transcriptions.intent");
    progress = await submit(run);
    host.fault?.("transcriptions.submitted");
  } else progress = await poll(run, handle);
  if (handle === null && progress.state === "pending" && progress.pollAfterMs <= IN_HAND_MS) {
    // The upstream was not polled yet: the transcriber says when to poll.
    await storeHandle(run, progress.handle);
    host.fault?.("transcriptions.handle");
    await sleep(Math.max(0, progress.pollAfterMs), undefined, { signal: task.signal });
    progress = await poll(run, progress.handle);
  }
  if (progress.state === "pending") {
    await storeHandle(run, progress.handle);
    host.fault?.("transcriptions.handle");
    if (timeLeft(transcriber, job) <= 0) return failLate(run);
    return { again: { afterMs: waitForPoll(transcriber, job, progress.pollAfterMs) } };
  }
  await finishTranscription(run, progress.transcript);
  return undefined;
}
