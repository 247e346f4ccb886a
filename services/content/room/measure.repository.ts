import { placeholders } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import type { SeenHead } from "../../changes/index.js";
import { forUpdate } from "../documents/batch/batch.repository.js";

/**
 * Returns SQL for the bytes of a revision's payload. A server reads a payload to tell its length, so it reads the column
 * `bytes` where that is filled. The embedded database tells a length without reading, and would read the payload on the
 * way to the column behind it.
 */
export const payloadBytes = ({ database }: Reader): string =>
  database.dialect === "sqlite"
    ? "COALESCE(OCTET_LENGTH(payload), 0)"
    : "COALESCE(bytes, OCTET_LENGTH(payload), 0)";

/** Returns the bytes that some documents store with their revisions. The caller has locked the documents. */
export async function measureDocuments(tx: Tx, ids: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ drafts: number | null; revisions: number | null }>(
    `SELECT (SELECT SUM(draftBytes) FROM content_documents WHERE id IN (${placeholders(ids)})) AS drafts,
       (SELECT SUM(${payloadBytes(tx)}) FROM content_revisions WHERE documentId IN (${placeholders(ids)})) AS revisions`,
    [...ids, ...ids],
  );
  return Number(row?.drafts ?? 0) + Number(row?.revisions ?? 0);
}

/** Locks some revisions, and returns the bytes of their payloads. */
export async function measureRevisions(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await tx.query<{ bytes: number }>(
    `SELECT ${payloadBytes(tx)} AS bytes FROM content_revisions WHERE id IN (${placeholders(ids)})${forUpdate(tx)}`,
    ids,
  );
  return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
}

/**
 * Returns the head of a project and the bytes that its content stores, from one statement, so that both are of the same
 * moment; null for a project without content.
 */
export async function measureProject(
  longRead: Reader,
  projectId: string,
): Promise<{ head: SeenHead; bytes: number } | null> {
  // A subselect for each document, and no join, so that no planner reads the revisions of all projects.
  const [row] = await longRead.query<Record<"revision" | "storedBytes" | "bytes", number | null>>(
    `SELECT revision, storedBytes, (SELECT SUM(d.draftBytes + COALESCE(
         (SELECT SUM(${payloadBytes(longRead)}) FROM content_revisions WHERE documentId = d.id), 0))
       FROM content_documents d WHERE d.projectId = ?) AS bytes
      FROM content_heads WHERE id = ?`,
    [projectId, projectId],
  );
  if (row === undefined) return null;
  const { revision, storedBytes, bytes } = row;
  const head = {
    id: projectId,
    revision: Number(revision),
    storedBytes: storedBytes === null ? null : Number(storedBytes),
  };
  return { head, bytes: Number(bytes ?? 0) };
}
