import type { TranslationJob } from "../../entities/translation-job.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { findCallsOfJob } from "./call.repository.js";
import { failCall } from "./end-call.js";
import { endRunningJob } from "./job.repository.js";

/** The end of a job: its status and, for a failure, the sentence. */
export interface JobEnd {
  status: Exclude<TranslationJob["status"], "running">;
  errorMessage: string | null;
}

/**
 * Ends a running job once; returns false when it has ended already. The holds of calls that never came back
 * are released.
 */
export async function endJob(
  host: Pick<Host, "signals">,
  tx: Tx,
  id: string,
  { status, errorMessage }: JobEnd,
): Promise<boolean> {
  // A canceled job finishes the document in flight, whose calls settle by themselves.
  if (status !== "canceled")
    for (const call of await findCallsOfJob(tx, { jobId: id, status: "running" }))
      await failCall(tx, call, {
        code: "internal",
        message: "The service could not finish this translation.",
      });
  const hasEnded = await endRunningJob(tx, { id, status, errorMessage });
  tx.afterCommit(() => host.signals.send("translation.moved", { id }));
  return hasEnded;
}
