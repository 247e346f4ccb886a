import type { ContentChange } from "../../entities/content-change.js";
import type { Reader } from "../../runtime/transaction.js";

/** One change of a project's content, in the order in which they were committed. */
export type Change = Pick<
  ContentChange,
  "revision" | "kind" | "isPublished" | "typeId" | "documentId" | "storageId"
>;

/**
 * The changes after a revision, up to one that the caller has read from the head; at most `limit`, so the revision of
 * the last one says where to continue. Null when one of these rows has been removed: read everything again.
 */
export async function readChanges(
  read: Reader,
  projectId: string,
  { after, upTo }: { after: number; upTo: number },
  limit = 1000,
): Promise<Change[] | null> {
  if (upTo <= after) return [];
  const rows = await read.query<Change>(
    `SELECT revision, kind, isPublished, typeId, documentId, storageId FROM content_changes
       WHERE projectId = ? AND revision > ? AND revision <= ? ORDER BY revision LIMIT ?`,
    [projectId, after, upTo, limit],
  );
  // Revisions are unique and have no gaps, so that many rows that end there are all of them.
  const count = Math.min(upTo - after, limit);
  if (rows.length < count || Number(rows.at(-1)?.revision) !== after + count) return null;
  return rows.map((row) => ({
    ...row,
    revision: Number(row.revision),
    isPublished: Boolean(Number(row.isPublished)),
  }));
}
