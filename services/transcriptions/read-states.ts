import type { TranscriptionState } from "../../contracts/transcriptions.js";
import type { Host } from "../../runtime/process/host.js";
import { findTranscriptions } from "./transcription.repository.js";

/** Reads the states of transcriptions for work that waits for them; unknown ids are left out. */
export async function readStates(
  host: Pick<Host, "read">,
  ids: readonly string[],
): Promise<TranscriptionState[]> {
  if (ids.length === 0) return [];
  const jobs = await findTranscriptions(host.read, ids);
  return jobs.map(({ id, status, costCredits, errorMessage }) => ({ id, status, costCredits, errorMessage }));
}
