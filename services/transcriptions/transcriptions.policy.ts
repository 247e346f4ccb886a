import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import { resolvePayer } from "../../contracts/projects.js";
import type { createTranscription } from "../../contracts/transcriptions.js";
import type { Transcription } from "../../entities/transcription.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { findTranscription } from "./transcription.repository.js";

export type TranscriptionParams = ParamsOf<typeof createTranscription>;
/** The account that pays for a transcription, and the project that it belongs to. */
export type Payer = ResultOf<typeof resolvePayer>;

/** Finds the payer; a foreign project is 404. */
export const findPayer = (context: ActionContext, { projectId }: TranscriptionParams): Promise<Payer> =>
  context.call(resolvePayer, { projectId: projectId ?? null });

/** Throws `forbidden` when the feature is off for the payer (rules/transcriptions 8). */
export function allowTranscription(_context: ActionContext, _params: unknown, { payer }: Payer): void {
  if (!payer.features.transcription)
    throw new ServiceError("forbidden", "Transcription is disabled for this workspace.");
}

/**
 * Returns a transcription of the caller: only its submitter sees it, whoever paid (rules/transcriptions 3).
 * Throws not_found.
 */
export async function requireTranscription(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  id: string,
): Promise<Transcription> {
  const job = await findTranscription(host.read, id);
  if (job?.accountId !== auth.accountId) throw notFound("Unknown transcription.");
  return job;
}

/**
 * Throws when other work may not submit in an account's name: the account is suspended, or its address is
 * unconfirmed.
 */
export function requireStanding({ config }: Pick<Host, "config">, { auth }: ActionContext): void {
  if (auth.isSuspended) throw new ServiceError("account_suspended");
  if (config.requireEmailVerification && !auth.isEmailVerified) throw new ServiceError("email_unverified");
}
