import type { Transcription } from "../../entities/transcription.js";
import type { Host } from "../../runtime/process/host.js";
import * as billing from "../billing/index.js";
import { type Failure, failTranscription } from "./fail-transcription.js";
import { isTerminal } from "./present-transcription.js";
import { cancelQueue, workQueue } from "./queues.js";
import { findLive } from "./transcription.repository.js";

/**
 * Failure of a transcription that its submitter canceled; a transcription has no state of its own for that.
 */
export const CANCELED: Failure = {
  code: "canceled",
  message: "The transcription was canceled. Nothing was charged.",
  retryable: false,
};

/**
 * Ends a queued or running transcription, whatever the upstream does; the upstream is told after the commit,
 * by a few attempts. May be repeated.
 */
export async function stopTranscription(
  host: Pick<Host, "transact" | "tasks" | "signals">,
  job: Transcription,
  why: Failure,
): Promise<void> {
  if (isTerminal(job.status)) return;
  await billing.onBehalfOfPayer(job.payerId, () =>
    host.transact(async (tx) => {
      if (!(await failTranscription(tx, host, job, why))) return;
      await host.tasks.drop(tx, workQueue(job.transcriber), job.id);
      await host.tasks.enqueue(tx, {
        queue: cancelQueue(job.transcriber),
        subject: job.id,
        payer: job.payerId,
      });
      tx.afterCommit(() => host.signals.send("job.canceled", { id: job.id }));
    }),
  );
}

/**
 * Stops queued and running transcriptions that other work asked for; returns their number. May be repeated.
 */
export async function stopMany(host: Host, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const live = await findLive(host.read, ids);
  for (const job of live)
    await stopTranscription(host, job, {
      code: "canceled",
      message: "The workflow run that asked for this transcription was ended. Nothing was charged.",
      retryable: false,
    });
  return live.length;
}
