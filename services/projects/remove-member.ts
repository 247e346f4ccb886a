import { notFound } from "../../contracts/errors.js";
import type { Host } from "../../runtime/process/host.js";
import { deleteMember, findMember, lockProject, updateProject } from "./project.repository.js";
import { requireSeen } from "./projects.policy.js";
import type { ProjectSeen } from "./project-seen.repository.js";

/** Returns a project that the caller sees and that the named account is in. Throws `not_found`. */
export async function requireMember(
  host: Pick<Host, "read">,
  accountId: string,
  projectId: string,
  userId: string,
): Promise<ProjectSeen> {
  const seen = await requireSeen(host.read, accountId, projectId);
  const isThere =
    userId === seen.project.ownerId ||
    (await findMember(host.read, projectId, { accountId: userId })) !== null;
  if (!isThere) throw notFound("The project has no such member.");
  return seen;
}

/** Ends a membership. Things that the member made and linked stay in the project. */
export async function removeMember(
  host: Pick<Host, "transact">,
  projectId: string,
  userId: string,
): Promise<void> {
  await host.transact(async (tx) => {
    if ((await lockProject(tx, projectId)) === null || !(await deleteMember(tx, projectId, userId)))
      throw notFound("The project has no such member.");
    await updateProject(tx, projectId, { updatedAt: Date.now() });
  });
}
