import { invalidParams } from "../../contracts/errors.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";
import type { ActionContext } from "../../runtime/actions/context.js";

/**
 * Checks that a committed object can be read by the caller and is audio or video (rules/transcriptions 1).
 * Throws invalid_params.
 */
export async function checkMedia(context: ActionContext, storageId: string): Promise<void> {
  const { objects } = await context.call(resolveMedia, { storageIds: [storageId] });
  const [object] = objects;
  if (object === undefined) throw invalidParams(UNKNOWN_STORAGE_ID);
  const kind = object.contentType.split("/")[0] ?? "";
  if (kind !== "audio" && kind !== "video")
    throw invalidParams(`storageId must be of kind audio or video; the object is ${object.contentType}.`);
}
