import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import { getStanding } from "../../contracts/identity.js";
import type {
  resolvePayer as contract,
  resolveProject as projectContract,
} from "../../contracts/projects.js";
import { notFound } from "../../contracts/errors.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { findMember, lockProject } from "./project.repository.js";
import { requireSeen } from "./projects.policy.js";

/**
 * Naming one's own default project equals naming none (rules/projects 1). Throws `not_found` for an account
 * outside the project.
 */
export async function resolveProject(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  projectId: string,
): Promise<ResultOf<typeof projectContract>> {
  const { project, role } = await requireSeen(host.read, auth.accountId, projectId);
  return { projectId: project.isDefault ? null : project.id, ownerId: project.ownerId, role };
}

/** The owner of the project pays, with their standing as it is now; without a project the caller does. */
export const resolvePayer =
  (host: Pick<Host, "read">) =>
  async (
    context: ActionContext,
    { projectId: named }: ParamsOf<typeof contract>,
  ): Promise<ResultOf<typeof contract>> => {
    const { accountId, isSuspended, isEmailVerified, features } = context.auth;
    const seen = named === null ? null : await resolveProject(host, context, named);
    const projectId = seen?.projectId ?? null;
    if (seen === null || seen.ownerId === accountId)
      return { projectId, payerId: accountId, payer: { isSuspended, isEmailVerified, features } };
    const payer = await context.call(getStanding, { accountId: seen.ownerId });
    return { projectId, payerId: seen.ownerId, payer };
  };

/**
 * For a transaction that adds to a project (work, links): the account is still in it and it is not being
 * deleted, until the transaction ends. Throws `not_found`. A null id is outside of any project.
 */
export async function joinProject(
  tx: Tx,
  { projectId, accountId }: { projectId: string | null; accountId: string },
): Promise<void> {
  if (projectId === null) return;
  const project = await lockProject(tx, projectId);
  if (project === null) throw notFound("Unknown project.");
  if (project.ownerId === accountId) return;
  if ((await findMember(tx, projectId, { accountId })) === null) throw notFound("Unknown project.");
}

/** The project's id if it still stands, and then until the transaction ends; null otherwise. */
export async function liveProject(tx: Tx, projectId: string | null): Promise<string | null> {
  if (projectId === null) return null;
  return (await lockProject(tx, projectId)) === null ? null : projectId;
}
