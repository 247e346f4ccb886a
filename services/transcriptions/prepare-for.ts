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

/** Returns the price of a request. Throws `invalid_params` for a request that breaks its contract. */
export const estimateFor = (request: TranscriptionParams): number =>
  priceOf(readParams(createTranscription.params, request).durationSeconds);

/**
 * Checks and prices a transcription that other work asks for in an account's name, with every check of a
 * submission by that account; changes nothing. `wakes` is the task that becomes due at its end.
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
