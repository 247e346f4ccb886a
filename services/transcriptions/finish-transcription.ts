import type { Transcript } from "../../contracts/transcriptions.js";
import type { Transcription } from "../../entities/transcription.js";
import { LeaseLost } from "../../engines/durable-queue/index.js";
import * as billing from "../billing/index.js";
import { announce } from "../events/index.js";
import { noteSuccess, timeLeft, wakeFollower } from "../generation/index.js";
import { type Run, UpstreamFailure } from "./call-transcriber.js";
import { completeTranscript } from "./complete-transcript.js";
import { isTerminal } from "./present-transcription.js";
import { packTranscript } from "./stored-transcript.js";
import { insertTranscript } from "./transcript.repository.js";
import { findTranscription, markSucceeded } from "./transcription.repository.js";

/**
 * Settles in one transaction: the transcript, the terminal state, the ledger entry, the end of the task. An
 * unusable answer is a failure of the upstream, and costs nothing.
 */
export async function finishTranscription(
  { host, transcriber, task, job }: Run,
  answer: Transcript,
): Promise<void> {
  const { transcript, body } = await pack(job, answer);
  try {
    const settle = () =>
      host.transact(async (tx) => {
        await billing.settle(tx, {
          workId: job.id,
          payerId: job.payerId,
          credits: job.estimatedCredits,
          kind: "transcription",
          ref: job.id,
          note: job.transcriber,
          projectId: job.projectId,
          actorId: job.accountId,
          actorEmail: job.actorEmail,
          previewStorageId: null,
          previewKind: null,
        });
        const ended = { id: job.id, costCredits: job.estimatedCredits, language: transcript.language };
        if (!(await markSucceeded(tx, ended))) throw new LeaseLost();
        await insertTranscript(tx, { id: job.id, body });
        await noteSuccess(tx, job.provider);
        await wakeFollower(tx, host, job);
        announce(tx, host, job.accountId, {
          type: "transcription",
          id: job.id,
          status: "succeeded",
          projectId: job.projectId,
        });
        await task.complete(tx);
        tx.afterCommit(() => host.signals.send("transcription.settled", { id: job.id }));
        host.fault?.("transcriptions.settling");
      });
    const forMs = Math.max(0, timeLeft(transcriber, job));
    // The upstream may not give its transcript a second time.
    await task.untilStored(() => billing.onBehalfOfPayer(job.payerId, settle), forMs);
  } catch (error) {
    const now = await findTranscription(host.read, job.id);
    if (now === null || !isTerminal(now.status)) throw error;
  }
  host.fault?.("transcriptions.settled");
}

async function pack(
  job: Transcription,
  answer: Transcript,
): Promise<{ transcript: Transcript; body: Buffer }> {
  try {
    const transcript = completeTranscript(answer, job.request.durationSeconds);
    return { transcript, body: await packTranscript(transcript) };
  } catch (error) {
    throw new UpstreamFailure("upstream", { cause: error });
  }
}
