import { v7 } from "uuid";
import type { Auth } from "../../contracts/auth.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { MAX_PROJECTS } from "../../contracts/projects.js";
import type { Project } from "../../entities/project.js";
import type { ProjectInvite } from "../../entities/project-invite.js";
import type { Host } from "../../runtime/process/host.js";
import {
  countJoined,
  deleteInvite,
  insertMember,
  lockProject,
  lockProjectsOf,
  updateProject,
} from "./project.repository.js";
import { unknownInvite } from "./projects.policy.js";

/**
 * Makes the addressee a contributor and consumes the invite, so that the number of members and invites
 * together stays the same. Throws `email_unverified`, `invalid_params` for an account that is in 1,000
 * projects of others, and `not_found` when the invite was revoked, declined or accepted meanwhile.
 */
export async function acceptInvite(
  host: Pick<Host, "config" | "transact">,
  auth: Auth,
  { id, projectId }: ProjectInvite,
): Promise<Project> {
  // Where mail is sent, a person who only knows the address does not get what its owner is invited to
  // (rules/identity 12).
  const goesOut = host.config.smtpUrl !== null || host.config.requireEmailVerification;
  if (goesOut && !auth.isEmailVerified) throw new ServiceError("email_unverified");
  return host.transact(async (tx) => {
    await lockProjectsOf(tx, auth.accountId);
    const project = await lockProject(tx, projectId);
    if (project === null || !(await deleteInvite(tx, id))) throw unknownInvite();
    if ((await countJoined(tx, auth.accountId)) >= MAX_PROJECTS)
      throw invalidParams(`An account is in at most ${MAX_PROJECTS} projects of others. Leave one first.`);
    const now = Date.now();
    await insertMember(tx, {
      id: v7(),
      projectId,
      accountId: auth.accountId,
      email: auth.email,
      joinedAt: now,
    });
    await updateProject(tx, projectId, { updatedAt: now });
    return { ...project, updatedAt: now };
  });
}

/** Declines or revokes an invite. Throws `not_found` when another request was faster. */
export async function dropInvite(
  host: Pick<Host, "transact">,
  { id, projectId }: ProjectInvite,
): Promise<void> {
  await host.transact(async (tx) => {
    if ((await lockProject(tx, projectId)) === null || !(await deleteInvite(tx, id))) throw unknownInvite();
  });
}
