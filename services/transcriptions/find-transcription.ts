import { notFound } from "../../contracts/errors.js";
import { Transcription } from "../../entities/transcription.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";

/** Only its submitter sees a transcription, whoever paid (rules/transcriptions 3). Throws not_found. */
export async function findTranscription(
  host: Host,
  { auth }: ActionContext,
  id: string,
): Promise<Transcription> {
  const job = await host.read.findOne(Transcription, { id });
  if (job?.accountId !== auth.accountId) throw notFound("Unknown transcription.");
  return job;
}
