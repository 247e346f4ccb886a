import { getRemaining } from "../../contracts/billing.js";
import type { ResultOf } from "../../contracts/contract.js";
import type {
  listProjects as contract,
  listProjectsForAgents as agentContract,
} from "../../contracts/projects.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { presentInvites, presentProjects } from "./present-project.js";
import { findInvitesTo, findProjectsOf } from "./project.repository.js";
import type { ProjectSeen } from "./project-seen.repository.js";

const defaultOf = (seen: readonly ProjectSeen[]): string => {
  const found = seen.find(({ project, role }) => project.isDefault && role === "owner");
  if (!found) throw new Error("An account has no default project.");
  return found.project.id;
};

/** Lists the caller's projects, and the invites to their address. */
export async function listProjects(
  host: Pick<Host, "read" | "longRead">,
  context: ActionContext,
): Promise<ResultOf<typeof contract>> {
  const { accountId, email } = context.auth;
  const [seen, invites] = await Promise.all([
    findProjectsOf(host, accountId),
    findInvitesTo(host.read, email),
  ]);
  return {
    projects: await presentProjects(context, seen),
    pendingInvites: await presentInvites(context, invites),
    defaultProjectId: defaultOf(seen),
  };
}

/** Lists the caller's projects with the credits that each one's payer can still spend. */
export async function listForAgents(
  host: Pick<Host, "read" | "longRead">,
  context: ActionContext,
): Promise<ResultOf<typeof agentContract>> {
  const seen = await findProjectsOf(host, context.auth.accountId);
  const [views, { accounts }] = await Promise.all([
    presentProjects(context, seen),
    context.call(getRemaining, { accountIds: [...new Set(seen.map(({ project }) => project.ownerId))] }),
  ]);
  const remaining = new Map(accounts.map((account) => [account.accountId, account.remainingCredits]));
  return {
    projects: views.map(({ id, name, description, role, owner, updatedAt }, index) => ({
      id,
      name,
      description,
      role,
      owner,
      remainingCredits: remaining.get(seen[index]?.project.ownerId ?? "") ?? 0,
      updatedAt,
    })),
    defaultProjectId: defaultOf(seen),
  };
}
