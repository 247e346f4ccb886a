import type { TranscriptionState } from "../../contracts/transcriptions.js";
import type { Host } from "../../runtime/process/host.js";
import { stopTranscription } from "./stop-transcription.js";
import { findLive, findTranscriptions } from "./transcription.repository.js";

/** Reads the states of transcriptions for work that waits for them; unknown ids are left out. */
export async function readStates(
  host: Pick<Host, "read">,
  ids: readonly string[],
): Promise<TranscriptionState[]> {
  if (ids.length === 0) return [];
  const jobs = await findTranscriptions(host.read, ids);
  return jobs.map(({ id, status, costCredits, errorMessage }) => ({ id, status, costCredits, errorMessage }));
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
