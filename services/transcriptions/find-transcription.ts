import { notFound } from "../../contracts/errors.js";
import { Transcription } from "../../entities/transcription.js";
import type { ActionContext } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";

/** Only its submitter sees a transcription, whoever paid (spec: Transcriptions). Throws not_found. */
export async function findTranscription(
  host: Host,
  { auth }: ActionContext,
  id: string,
): Promise<Transcription> {
  const job = await host.read.findOne(Transcription, { id });
  if (job?.accountId !== auth.accountId) throw notFound("Unknown transcription.");
  return job;
}
