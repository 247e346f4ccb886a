import type { Auth } from "../../contracts/auth.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import type { ProjectRole } from "../../contracts/projects.js";
import type { Project } from "../../entities/project.js";
import type { ProjectInvite } from "../../entities/project-invite.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { findInvite, findInviteTo, findMember } from "./project.repository.js";
import { type ProjectSeen, seeProject } from "./project-seen.repository.js";

interface Rule {
  roles: readonly ProjectRole[];
  /** Sentence that another role gets. */
  refusal: string;
  /**
   * Sentence that the owner of the default project gets; null when the rule treats it like any other project.
   */
  ofDefault: string | null;
}

/**
 * Roles that may do a verb in a project (rules/projects 6 and 7); verbs that are not listed are open to both
 * roles. An account without a role sees nothing at all: 404.
 */
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

/** Returns a project that the account sees. Throws `not_found` in the same way for every other id. */
export async function requireSeen(read: Reader, accountId: string, projectId: string): Promise<ProjectSeen> {
  const seen = await seeProject(read, accountId, projectId);
  if (seen === null) throw notFound("Unknown project.");
  return seen;
}

export const unknownMember = (): ServiceError => notFound("The project has no such member.");

/** Returns a project that the caller sees and that the named account is in. Throws `not_found`. */
export async function requireMember(
  read: Reader,
  accountId: string,
  projectId: string,
  userId: string,
): Promise<ProjectSeen> {
  const seen = await requireSeen(read, accountId, projectId);
  const isThere =
    userId === seen.project.ownerId || (await findMember(read, projectId, { accountId: userId })) !== null;
  if (!isThere) throw unknownMember();
  return seen;
}

export const unknownInvite = (): ServiceError => notFound("Unknown invite.");

/**
 * Returns an invite to the address of the signed-in account. Throws `not_found` for an invite to another
 * address.
 */
export async function requireInviteTo(
  read: Reader,
  { email }: Auth,
  inviteId: string,
): Promise<{ invite: ProjectInvite; project: Project }> {
  const found = await findInviteTo(read, email, inviteId);
  if (found === null) throw unknownInvite();
  return found;
}

/** Returns a pending invite of the project. Throws `not_found`. */
export async function requireInviteOf(
  read: Reader,
  projectId: string,
  inviteId: string,
): Promise<ProjectInvite> {
  const invite = await findInvite(read, projectId, { id: inviteId });
  if (invite === null) throw unknownInvite();
  return invite;
}

/** Throws `forbidden` when the role may not do the verb, and when the default project does not take it. */
export function allow(verb: keyof typeof POLICY, { project, role }: ProjectSeen): void {
  const rule: Rule = POLICY[verb];
  if (!rule.roles.includes(role)) throw new ServiceError("forbidden", rule.refusal);
  if (project.isDefault && rule.ofDefault !== null) throw new ServiceError("forbidden", rule.ofDefault);
}

/**
 * Throws `forbidden` for limits on the default project, whose work is the account's own and is limited by
 * keys, and for a credential that has a limit itself.
 */
export function allowBudget({ budgetId }: Auth, { project }: ProjectSeen): void {
  if (project.isDefault)
    throw new ServiceError("forbidden", "The default project takes no limit of credits. Limit the API keys.");
  if (budgetId)
    throw new ServiceError("forbidden", "A key that has a limit of credits sets no limits. Use a session.");
}

/**
 * Throws `forbidden` unless the owner removes a contributor or a contributor leaves; the owner cannot leave.
 */
export function allowRemoval(accountId: string, { project, role }: ProjectSeen, userId: string): void {
  if (role === "owner" && userId === project.ownerId)
    throw new ServiceError("forbidden", "The owner cannot leave the project; delete it instead.");
  if (role !== "owner" && userId !== accountId)
    throw new ServiceError("forbidden", "Only the project's owner removes other members.");
}
