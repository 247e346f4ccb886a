import { createTranscription } from "../../contracts/transcriptions.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { readParams } from "../../runtime/actions/read-params.js";
import { priceOf } from "./price.js";
import { type PreparedTranscription, prepareTranscription } from "./create-transcription.js";
import {
  allowTranscription,
  findPayer,
  requireStanding,
  type TranscriptionParams,
} from "./transcriptions.policy.js";

/** What a request would cost. Throws `invalid_params` for one that would be refused as it stands. */
export const estimateFor = (request: TranscriptionParams): number =>
  priceOf(readParams(createTranscription.params, request).durationSeconds);

/**
 * Checks and prices a transcription that other work asks for in an account's name, through all the gates of its
 * submission by that account; changes nothing. `wakes` is the task that its end makes due.
 */
export async function prepareFor(
  host: Host,
  context: ActionContext,
  request: TranscriptionParams,
  wakes: { queue: string; subject: string },
): Promise<PreparedTranscription> {
  const params = readParams(createTranscription.params, request);
  const payer = await findPayer(context, params);
  allowTranscription(context, params, payer);
  requireStanding(host, context);
  return prepareTranscription(host, context, params, payer, wakes);
}
