import type { Transcription } from "../../entities/transcription.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import { announce } from "../events/index.js";
import { wakeFollower } from "../generation/index.js";
import { findTranscription, markFailed } from "./transcription.repository.js";

export interface Failure {
  code: string;
  message: string;
  retryable: boolean;
}

/**
 * Ends a transcription without a charge: the hold is released in the transaction of the terminal state.
 * Returns false, and changes nothing, when it had ended already.
 */
export async function failTranscription(
  tx: Tx,
  host: Pick<Host, "tasks" | "signals">,
  { id }: Pick<Transcription, "id">,
  { code, message, retryable }: Failure,
): Promise<boolean> {
  await billing.release(tx, { workId: id });
  const hasEnded = await markFailed(tx, { id, message, code, isRetryable: retryable });
  if (hasEnded) {
    const ended = await findTranscription(tx, id);
    if (ended !== null) {
      await wakeFollower(tx, host, ended);
      announce(tx, host, ended.accountId, {
        type: "transcription",
        id,
        status: "failed",
        projectId: ended.projectId,
      });
    }
  }
  tx.afterCommit(() => host.signals.send("transcription.settled", { id }));
  return hasEnded;
}
