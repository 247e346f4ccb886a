import { In } from "typeorm";
import { v7 } from "uuid";
import { ProjectLink } from "../../entities/project-link.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/**
 * Returns links of objects to any project, by one statement and therefore for a thousand ids at most. It
 * reads the index IX_project_links_object.
 */
export const findLinksOf = (read: Reader, storageIds: readonly string[]): Promise<ProjectLink[]> =>
  read.find(ProjectLink, { storageId: In([...storageIds]) });

/** Returns links of objects to one project. */
export const findLinksTo = (
  read: Reader,
  { projectId, storageIds }: { projectId: string; storageIds: readonly string[] },
): Promise<ProjectLink[]> => read.find(ProjectLink, { projectId, storageId: In([...storageIds]) });

/** Returns some links of a project, in no particular order. */
export const findLinksOfProject = (
  read: Reader,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<ProjectLink[]> => read.find(ProjectLink, { projectId }, { limit });

/**
 * Inserts links in the order of the ids, with the transaction's next statement. The caller has locked the
 * project and the objects.
 */
export async function insertLinks(
  tx: Tx,
  {
    projectId,
    addedByUserId,
    storageIds,
  }: { projectId: string; addedByUserId: string; storageIds: readonly string[] },
): Promise<void> {
  const createdAt = Date.now();
  const rows = storageIds.map((storageId) => ({ id: v7(), projectId, storageId, addedByUserId, createdAt }));
  await tx.withNext(tx.insertOf(ProjectLink, rows));
}

/** Deletes and returns the links of an object. */
export async function takeLinksOf(tx: Tx, storageId: string): Promise<ProjectLink[]> {
  const links = await tx.find(ProjectLink, { storageId });
  await tx.delete(ProjectLink, { storageId });
  return links;
}

export async function deleteLinks(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(ProjectLink, { id: In([...ids]) });
}
