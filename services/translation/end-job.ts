import type { TranslationJob } from "../../entities/translation-job.js";
import { TranslationCall } from "../../entities/translation-call.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { failCall } from "./end-call.js";

/** How a job ends. */
export interface JobEnd {
  status: Exclude<TranslationJob["status"], "running">;
  errorMessage: string | null;
}

/**
 * Brings a running job to its end, once: gives false when it has ended already. What calls that never came back
 * hold is released.
 */
export async function endJob(
  host: Pick<Host, "signals">,
  tx: Tx,
  id: string,
  { status, errorMessage }: JobEnd,
): Promise<boolean> {
  // A canceled job finishes the document in flight, whose calls settle by themselves.
  if (status !== "canceled")
    for (const call of await tx.find(TranslationCall, { jobId: id, status: "running" }))
      await failCall(tx, call, {
        code: "internal",
        message: "The service could not finish this translation.",
      });
  const affected = await tx.run(
    "UPDATE translation_jobs SET status = ?, errorMessage = ?, runningIn = NULL, completedAt = ? WHERE id = ? AND status = 'running'",
    [status, errorMessage, Date.now(), id],
  );
  tx.afterCommit(() => host.signals.send("translation.moved", { id }));
  return affected === 1;
}
