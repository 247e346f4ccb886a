import { checkModelParams, findModel } from "../../contracts/catalog.js";
import type { ResultOf } from "../../contracts/contract.js";
import { invalidParams, notFound, ServiceError } from "../../contracts/errors.js";
import type { Model } from "../../contracts/models.js";
import { resolvePayer } from "../../contracts/projects.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";

export interface JobRequest {
  model: string;
  params: Record<string, unknown>;
  projectId?: string | null | undefined;
  cutId?: string | null | undefined;
}

/** What a request is about: who pays and whether they can, where it lands, which model. */
export interface JobSubject extends ResultOf<typeof resolvePayer> {
  model: Model;
}

/** 404 for a foreign project and for an unknown or disabled model. */
export async function findSubject(context: ActionContext, request: JobRequest): Promise<JobSubject> {
  if (request.cutId && !request.projectId) throw invalidParams("cutId needs a projectId.");
  const payer = await context.call(resolvePayer, { projectId: request.projectId ?? null });
  const { model } = await context.call(findModel, { id: request.model });
  if (model === null || !model.enabled) throw notFound(`Unknown model "${request.model.slice(0, 100)}".`);
  return { model, ...payer };
}

/** Throws `forbidden` where the feature is off for the payer (rules/identity 43). */
export function allowGeneration(_context: ActionContext, _request: JobRequest, { payer }: JobSubject): void {
  if (!payer.features.generation)
    throw new ServiceError("forbidden", "Generation is disabled for this workspace.");
}

/** A blocked owner blocks work billed to them (rules/billing 16). The caller's own standing is checked before. */
export function refuseBlockedPayer(
  host: Pick<Host, "config">,
  { auth }: ActionContext,
  { payerId, payer }: Pick<JobSubject, "payerId" | "payer">,
): void {
  if (payerId === auth.accountId) return;
  if (payer.isSuspended) throw new ServiceError("owner_account_suspended");
  if (host.config.requireEmailVerification && !payer.isEmailVerified)
    throw new ServiceError("owner_email_unverified");
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
