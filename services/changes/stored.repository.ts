import type { Reader, Tx } from "../../runtime/database/transaction.js";

/**
 * SQL: the bytes of a head after a change. Its parameters are the bytes by which the content grows, twice. The count of
 * a project that is not counted yet stays null. Otherwise it is never below zero: a process of an earlier release does
 * not count what it stores, but what it stored is subtracted when it is deleted.
 */
export const STORED_MORE = "CASE WHEN storedBytes + ? < 0 THEN 0 ELSE storedBytes + ? END";

/**
 * SQL: the bytes that the content of all projects of a project's owner stores, those included that are being deleted.
 * Its parameter is the project's id. It reads the index IX_projects_kept, where the deleted projects of an account do
 * not lie between the others.
 */
export const STORED_BY_OWNER = `COALESCE((SELECT SUM(h.storedBytes) FROM projects o
    JOIN projects p ON p.ownerId = o.ownerId AND p.purgedAt IS NULL JOIN content_heads h ON h.id = p.id
    WHERE o.id = ?), 0)`;

/** Returns the owner of a project, and the bytes that the content of all projects of that account stores. */
export async function readStored(
  read: Reader,
  projectId: string,
): Promise<{ ownerId: string | null; bytes: number }> {
  const [row] = await read.query<{ ownerId: string; bytes: number }>(
    `SELECT ownerId, ${STORED_BY_OWNER} AS bytes FROM projects WHERE id = ?`,
    [projectId, projectId],
  );
  return { ownerId: row?.ownerId ?? null, bytes: Number(row?.bytes ?? 0) };
}

/**
 * Counts content that the transaction removed without a change that readers need to know. It is written with the
 * COMMIT, like `recordChanges`.
 */
export function addStored(tx: Tx, projectId: string, bytes: number): void {
  if (bytes === 0) return;
  tx.withCommit([
    {
      sql: `UPDATE content_heads SET storedBytes = ${STORED_MORE} WHERE id = ?`,
      parameters: [bytes, bytes, projectId],
    },
  ]);
}

/** The count of a head, and its revision, as one statement saw them. */
export interface SeenHead {
  id: string;
  revision: number;
  storedBytes: number | null;
}

/**
 * Sets the count of a head to what the statement that saw it found stored. It stays when the count has changed since; that of a
 * head that was not counted also when the content has changed at all, because nothing was added to it then.
 */
export async function setStored(tx: Tx, seen: SeenHead, bytes: number): Promise<void> {
  const [isSame, value] =
    seen.storedBytes === null
      ? ["storedBytes IS NULL AND revision = ?", seen.revision]
      : ["storedBytes = ?", seen.storedBytes];
  await tx.run(`UPDATE content_heads SET storedBytes = ? WHERE id = ? AND ${isSame}`, [
    bytes,
    seen.id,
    value,
  ]);
}

/** Returns some projects after an id whose content is not counted yet, in the order of their ids. */
export async function findUncounted(longRead: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await longRead.query<{ id: string }>(
    `SELECT h.id FROM content_heads h JOIN projects p ON p.id = h.id AND p.deletedAt IS NULL
      WHERE h.storedBytes IS NULL AND h.id > ? ORDER BY h.id LIMIT ${limit}`,
    [after],
  );
  return rows.map(({ id }) => id);
}

/** Returns the projects, but for deleted ones, of all accounts whose content is counted as more than `bytes`. */
export async function projectsOfFull(longRead: Reader, bytes: number): Promise<string[]> {
  const rows = await longRead.query<{ id: string }>(
    `SELECT h.id FROM content_heads h JOIN projects p ON p.id = h.id
      WHERE p.deletedAt IS NULL AND p.ownerId IN (
        SELECT q.ownerId FROM content_heads g JOIN projects q ON q.id = g.id GROUP BY q.ownerId HAVING SUM(g.storedBytes) > ?)
      ORDER BY h.id`,
    [bytes],
  );
  return rows.map(({ id }) => id);
}
