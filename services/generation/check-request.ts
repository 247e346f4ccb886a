import { checkModelParams } from "../../contracts/catalog.js";
import { invalidParams } from "../../contracts/errors.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { JobRequest } from "./generation.policy.js";

/** Checks params against the model and the stored objects; gives the price. Throws invalid_params. */
export async function checkRequest(context: ActionContext, request: JobRequest): Promise<number> {
  const { estimatedCredits, media } = await context.call(checkModelParams, {
    id: request.model,
    params: request.params,
  });
  if (media.length === 0) return estimatedCredits;
  const { objects } = await context.call(resolveMedia, {
    storageIds: [...new Set(media.map((input) => input.storageId))],
  });
  const types = new Map(objects.map((object) => [object.storageId, object.contentType]));
  for (const { field, storageId, kinds } of media) {
    const type = types.get(storageId);
    if (type === undefined) throw invalidParams(UNKNOWN_STORAGE_ID);
    const kind = type.split("/")[0] ?? "";
    if (!kinds.includes(kind))
      throw invalidParams(`params.${field} must be of kind ${kinds.join(" or ")}; the object is ${type}.`);
  }
  return estimatedCredits;
}
