import type { ResultOf } from "../../contracts/contract.js";
import { getStanding } from "../../contracts/identity.js";
import type {
  resolvePayer as contract,
  resolveProject as projectContract,
} from "../../contracts/projects.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { requireSeen } from "./projects.policy.js";

/** Naming one's own default project equals naming none (rules/projects 1). Throws `not_found` for strangers. */
export async function resolveProject(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  projectId: string,
): Promise<ResultOf<typeof projectContract>> {
  const { project, role } = await requireSeen(host.read, auth.accountId, projectId);
  return { projectId: project.isDefault ? null : project.id, ownerId: project.ownerId, role };
}

/** The owner of the project pays, with their standing as it is now; without a project the caller does. */
export async function resolvePayer(
  host: Host,
  context: ActionContext,
  named: string | null,
): Promise<ResultOf<typeof contract>> {
  const { accountId, isSuspended, isEmailVerified, features } = context.auth;
  const seen = named === null ? null : await resolveProject(host, context, named);
  const projectId = seen?.projectId ?? null;
  if (seen === null || seen.ownerId === accountId)
    return { projectId, payerId: accountId, payer: { isSuspended, isEmailVerified, features } };
  const payer = await context.call(getStanding, { accountId: seen.ownerId });
  return { projectId, payerId: seen.ownerId, payer };
}
