import { notFound } from "../../contracts/errors.js";
import { Project } from "../../entities/project.js";
import { ProjectMember } from "../../entities/project-member.js";
import type { Tx } from "../../runtime/transaction.js";

/** The row of a project that is not deleted, kept until the transaction ends; null when it is gone. */
export async function lockProject(tx: Tx, id: string): Promise<Project | null> {
  const project = await tx.findOneForUpdate(Project, { id });
  return project === null || project.deletedAt !== null ? null : project;
}

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
  if ((await tx.findOne(ProjectMember, { projectId, accountId })) === null)
    throw notFound("Unknown project.");
}

/** The project's id if it still stands, and then until the transaction ends; null otherwise. */
export async function liveProject(tx: Tx, projectId: string | null): Promise<string | null> {
  if (projectId === null) return null;
  return (await lockProject(tx, projectId)) === null ? null : projectId;
}
