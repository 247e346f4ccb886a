import type { Auth } from "../../contracts/auth.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import type { ProjectRole } from "../../contracts/projects.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { type ProjectSeen, seeProject } from "./project-seen.repository.js";

interface Rule {
  roles: readonly ProjectRole[];
  /** What another role reads. */
  refusal: string;
  /** What the owner of the default project reads; null where it is a project like any other. */
  ofDefault: string | null;
}

/** The roles of a project (rules/projects 6 and 7); what is not here is open to both roles. Who has no role sees nothing at all: 404. */
const POLICY = {
  update: { roles: ["owner"], refusal: "Only the project's owner may change it.", ofDefault: null },
  delete: {
    roles: ["owner"],
    refusal: "Only the project's owner may delete it.",
    ofDefault: "The default project cannot be deleted.",
  },
  invite: {
    roles: ["owner"],
    refusal: "Only the project's owner invites members.",
    ofDefault: "The default project takes no members.",
  },
  revokeInvite: { roles: ["owner"], refusal: "Only the project's owner revokes invites.", ofDefault: null },
} as const satisfies Record<string, Rule>;

/** A project that the account sees. Throws `not_found` for all else, which looks the same. */
export async function requireSeen(read: Reader, accountId: string, projectId: string): Promise<ProjectSeen> {
  const seen = await seeProject(read, accountId, projectId);
  if (seen === null) throw notFound("Unknown project.");
  return seen;
}

/** Throws `forbidden` for what the role may not do, and for what the default project does not take. */
export function allow(verb: keyof typeof POLICY, { project, role }: ProjectSeen): void {
  const rule: Rule = POLICY[verb];
  if (!rule.roles.includes(role)) throw new ServiceError("forbidden", rule.refusal);
  if (project.isDefault && rule.ofDefault !== null) throw new ServiceError("forbidden", rule.ofDefault);
}

/**
 * The default project's work is the account's own, which keys limit; and a credential that has a limit itself sets none.
 * Throws `forbidden`.
 */
export function allowBudget({ budgetId }: Auth, { project }: ProjectSeen): void {
  if (project.isDefault)
    throw new ServiceError("forbidden", "The default project takes no limit of credits. Limit the API keys.");
  if (budgetId)
    throw new ServiceError("forbidden", "A key that has a limit of credits sets no limits. Use a session.");
}

/** The owner removes contributors, a contributor only themselves; the owner cannot leave. */
export function allowRemoval(accountId: string, { project, role }: ProjectSeen, userId: string): void {
  if (role === "owner" && userId === project.ownerId)
    throw new ServiceError("forbidden", "The owner cannot leave the project; delete it instead.");
  if (role !== "owner" && userId !== accountId)
    throw new ServiceError("forbidden", "Only the project's owner removes other members.");
}
