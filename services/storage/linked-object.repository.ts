import type { Reader } from "../../runtime/database/transaction.js";
import type { ProjectSeen } from "../projects/index.js";
import { type Asked, LISTED, type ListedObject } from "./listed-object.repository.js";

/** Columns of a list of a project's objects. */
export type LinkedObject = ListedObject & { addedByUserId: string; linkId: string; linkedAt: number };

/**
 * Returns the source of a list: the links of a shared project, or all objects of a default project's owner.
 */
function sourceOf({ id, ownerId, isDefault }: ProjectSeen["project"]): {
  added: string;
  from: string;
  where: string;
  parameters: readonly string[];
  newest: { by: string; id: string };
} {
  return isDefault
    ? {
        added: "o.ownerId AS addedByUserId, o.id AS linkId, o.createdAt AS linkedAt",
        from: "storage_objects o",
        where: "o.ownerId = ?",
        parameters: [ownerId],
        newest: { by: "o.createdAt", id: "o.id" },
      }
    : {
        added: "l.addedByUserId, l.id AS linkId, l.createdAt AS linkedAt",
        from: "project_links l JOIN storage_objects o ON o.id = l.storageId",
        where: "l.projectId = ?",
        parameters: [id],
        newest: { by: "l.createdAt", id: "l.id" },
      };
}

/**
 * Returns the list of a project's media, newest link or largest first, in the form that `readInPieces` takes,
 * with the statement that counts it.
 */
export function listOfProject(project: ProjectSeen["project"], { sort, kind }: Asked) {
  const source = sourceOf(project);
  const isBySize = sort === "size";
  const where = `${source.where} AND o.state = 'committed'${kind === undefined ? "" : " AND o.contentType LIKE ?"}`;
  return {
    select: `SELECT ${LISTED}, ${source.added} FROM ${source.from}`,
    count: `SELECT COUNT(*) AS total FROM ${source.from} WHERE ${where}`,
    where,
    parameters: [...source.parameters, ...(kind === undefined ? [] : [`${kind}/%`])],
    order: isBySize
      ? ({ by: "o.sizeBytes", as: "sizeBytes", goes: "down" } as const)
      : ({ by: source.newest.by, as: "linkedAt", goes: "down" } as const),
    id: isBySize ? { by: "o.id", as: "id" } : { by: source.newest.id, as: "linkId" },
  };
}

/** Counts the rows of such a list. */
export async function countListed(
  longRead: Reader,
  { count, parameters }: ReturnType<typeof listOfProject>,
): Promise<number> {
  const [counted] = await longRead.query<{ total: number }>(count, parameters);
  return Number(counted?.total ?? 0);
}
