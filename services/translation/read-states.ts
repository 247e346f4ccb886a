import type { TranslationState } from "../../contracts/translation.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import type { Host } from "../../runtime/process/host.js";
import { findJobs } from "./job.repository.js";

/**
 * Reads the states of jobs for work that waits for them; a job with a failed language has failed. Unknown ids
 * are left out.
 */
export async function readStates(
  host: Pick<Host, "read">,
  ids: readonly string[],
): Promise<TranslationState[]> {
  if (ids.length === 0) return [];
  const jobs = await findJobs(host.read, { ids });
  return jobs.map(({ id, status, creditsSpent, errorMessage, failures }) => {
    const messages = Object.entries(failures).map(([locale, { message }]) => `${locale}: ${message}`);
    const isWhole = status === "complete" && messages.length === 0;
    return {
      id,
      status: status === "running" ? "running" : isWhole ? "succeeded" : "failed",
      costCredits: creditsSpent,
      errorMessage: messages.length > 0 ? messages.join(" ") : (errorMessage ?? endOf(status)),
    };
  });
}

const endOf = (status: TranslationJob["status"]): string | null =>
  status === "canceled" ? "The translation was canceled." : null;
