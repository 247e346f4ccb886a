import type { BudgetLimits } from "../../contracts/budgets.js";
import { invalidParams, notFound } from "../../contracts/errors.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";
import type { Project } from "../../entities/project.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import * as projects from "./project.repository.js";

export interface ProjectChange {
  name?: string | undefined;
  description?: string | null | undefined;
  avatarStorageId?: string | null | undefined;
  budget?: BudgetLimits | null | undefined;
}

/**
 * Changes the given properties; null clears one. Throws `invalid_params` for an avatar that is not a readable
 * image.
 */
export async function updateProject(
  host: Pick<Host, "transact">,
  context: ActionContext,
  id: string,
  { name, description, avatarStorageId, budget }: ProjectChange,
): Promise<Project> {
  if (avatarStorageId) await requireImage(context, avatarStorageId);
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(avatarStorageId !== undefined && { avatarStorageId }),
  };
  return host.transact(async (tx) => {
    // The balance is locked before the project.
    if (budget !== undefined) await limitProject(tx, context.auth.accountId, id, budget);
    const current = await projects.lockProject(tx, id);
    if (current === null) throw notFound("Unknown project.");
    if (Object.keys(change).length === 0 && budget === undefined) return current;
    const next = { ...change, updatedAt: Date.now() };
    await projects.updateProject(tx, id, next);
    return { ...current, ...next };
  });
}

/** Sets the limits on the work of all members in a project; only its owner may set them. */
async function limitProject(tx: Tx, ownerId: string, id: string, budget: BudgetLimits | null): Promise<void> {
  await billing.setBudget(tx, { id, accountId: ownerId, subject: "project" }, budget);
}

async function requireImage(context: ActionContext, storageId: string): Promise<void> {
  const { objects } = await context.call(resolveMedia, { storageIds: [storageId] });
  const [object] = objects;
  if (object === undefined) throw invalidParams(UNKNOWN_STORAGE_ID);
  if (!object.contentType.startsWith("image/"))
    throw invalidParams(`avatarStorageId must be an image; the object is ${object.contentType}.`);
}
