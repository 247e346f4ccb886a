import { checkModelParams, findModel } from "../../contracts/catalog.js";
import { invalidParams, notFound, ServiceError } from "../../contracts/errors.js";
import type { Model } from "../../contracts/models.js";
import { resolvePayer } from "../../contracts/projects.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";
import type { ActionContext } from "../../runtime/context.js";

export interface JobRequest {
  model: string;
  params: Record<string, unknown>;
  projectId?: string | null | undefined;
  cutId?: string | null | undefined;
}

/** What a request is about: who pays, where it lands, which model. */
export interface JobSubject {
  model: Model;
  payerId: string;
  projectId: string | null;
}

/** 404 for a foreign project and for an unknown or disabled model. */
export async function findSubject(context: ActionContext, request: JobRequest): Promise<JobSubject> {
  if (request.cutId && !request.projectId) throw invalidParams("cutId needs a projectId.");
  const payer = await context.call(resolvePayer, { projectId: request.projectId ?? null });
  const { model } = await context.call(findModel, { id: request.model });
  if (model === null || !model.enabled) throw notFound(`Unknown model "${request.model.slice(0, 100)}".`);
  return { model, ...payer };
}

/** spec: Generations, POST errors. The feature is the payer's; until projects come that is the caller. */
export function allowGeneration(context: ActionContext): void {
  if (!context.auth.features.generation)
    throw new ServiceError("forbidden", "Generation is disabled for this workspace.");
}

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
