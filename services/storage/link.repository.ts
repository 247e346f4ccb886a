import { In } from "typeorm";
import { v7 } from "uuid";
import { ProjectLink } from "../../entities/project-link.js";
import { chunks, padKeys, placeholders } from "../../runtime/database/reader.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** The pairs of a project and an object for which one statement looks, each in some microseconds. */
const PAIRS = 8192;
/** The projects of which one statement looks at pairs, so that it has room for 32 objects at least. */
const MOST_PROJECTS = 256;

/**
 * The order of the index is that of the search: it finds each pair by itself. By the index on the object
 * alone a statement would read the links to all projects of others, whose number has no bound.
 */
const byPairs = ({ database }: Reader): string =>
  database.dialect === "sqlite"
    ? "INDEXED BY UQ_project_links_object"
    : "FORCE INDEX (UQ_project_links_object)";

/**
 * Returns those of the objects that are linked to any of the projects. It reads the index
 * UQ_project_links_object, by statements of which each looks for a bounded number of pairs.
 */
export async function linkedToAny(
  read: Reader,
  { projectIds, storageIds }: { projectIds: readonly string[]; storageIds: readonly string[] },
): Promise<Set<string>> {
  const linked = new Set<string>();
  for (const some of chunks(projectIds, MOST_PROJECTS)) {
    const projects = padKeys(some);
    const left = storageIds.filter((id) => !linked.has(id));
    for (const chunk of chunks(left, PAIRS / projects.length)) {
      const objects = padKeys(chunk);
      const rows = await read.query<{ storageId: string }>(
        `SELECT DISTINCT storageId FROM project_links ${byPairs(read)}
          WHERE projectId IN (${placeholders(projects)}) AND storageId IN (${placeholders(objects)})`,
        [...projects, ...objects],
      );
      for (const { storageId } of rows) linked.add(storageId);
    }
  }
  return linked;
}

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
