import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { resolvePayer } from "../../contracts/projects.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";
import type { createTranscription } from "../../contracts/transcriptions.js";
import type { ActionContext } from "../../runtime/actions/context.js";

export type TranscriptionParams = ParamsOf<typeof createTranscription>;
/** Who pays, and where it lands. */
export type Payer = ResultOf<typeof resolvePayer>;

/** 404 for a foreign project. */
export const findPayer = (context: ActionContext, { projectId }: TranscriptionParams): Promise<Payer> =>
  context.call(resolvePayer, { projectId: projectId ?? null });

/** Throws `forbidden` where the feature is off for the payer (rules/transcriptions 8). */
export function allowTranscription(_context: ActionContext, _params: unknown, { payer }: Payer): void {
  if (!payer.features.transcription)
    throw new ServiceError("forbidden", "Transcription is disabled for this workspace.");
}

/** A committed object that the caller can read, of sound or with sound (rules/transcriptions 1). Throws invalid_params. */
export async function checkMedia(context: ActionContext, storageId: string): Promise<void> {
  const { objects } = await context.call(resolveMedia, { storageIds: [storageId] });
  const [object] = objects;
  if (object === undefined) throw invalidParams(UNKNOWN_STORAGE_ID);
  const kind = object.contentType.split("/")[0] ?? "";
  if (kind !== "audio" && kind !== "video")
    throw invalidParams(`storageId must be of kind audio or video; the object is ${object.contentType}.`);
}
