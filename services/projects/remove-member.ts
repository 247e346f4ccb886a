import { notFound } from "../../contracts/errors.js";
import { Project } from "../../entities/project.js";
import { ProjectMember } from "../../entities/project-member.js";
import type { Host } from "../../runtime/host.js";
import { lockProject } from "./lock-project.js";
import { requireSeen } from "./projects.policy.js";
import type { ProjectSeen } from "./see-project.js";

/** A project that the caller sees, and that the named account is in. Throws `not_found`. */
export async function requireMember(
  host: Host,
  accountId: string,
  projectId: string,
  userId: string,
): Promise<ProjectSeen> {
  const seen = await requireSeen(host.read, accountId, projectId);
  const isThere =
    userId === seen.project.ownerId ||
    (await host.read.findOne(ProjectMember, { projectId, accountId: userId })) !== null;
  if (!isThere) throw notFound("The project has no such member.");
  return seen;
}

/** Ends a membership. What the member made and linked stays in the project. */
export async function removeMember(host: Host, projectId: string, userId: string): Promise<void> {
  await host.transact(async (tx) => {
    if (
      (await lockProject(tx, projectId)) === null ||
      (await tx.delete(ProjectMember, { projectId, accountId: userId })) === 0
    )
      throw notFound("The project has no such member.");
    await tx.update(Project, { id: projectId }, { updatedAt: Date.now() });
  });
}
