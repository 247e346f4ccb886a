import { ContentReference } from "../../../entities/content-reference.js";
import { chunks, placeholders } from "../../../runtime/database/reader.js";
import type { Statement } from "../../../runtime/database/statements.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import type { References } from "./references.js";

/**
 * The statements that replace the references of documents' previous published payloads. The caller has locked the targets, so
 * that none of them is deleted or unpublished in between.
 */
export function replaceReferences(tx: Tx, references: readonly References[]): Statement[] {
  const former = references.filter(({ isRepeated }) => isRepeated).map(({ documentId }) => documentId);
  const rows = references.flatMap((each) => each.rows);
  const inserts = Array.from(chunks(rows), (chunk) => tx.insertOf(ContentReference, chunk));
  if (former.length === 0) return inserts.flat();
  const sql = `DELETE FROM content_references WHERE documentId IN (${placeholders(former)})`;
  return [{ sql, parameters: former }, ...inserts.flat()];
}

/** A published document that refers to another one, and where in it. */
export type ReferenceTo = Pick<ContentReference, "documentId" | "path">;

/** The first references to a document, in the order of the documents that have them. */
export const referencesTo = (read: Reader, targetId: string, limit: number): Promise<ReferenceTo[]> =>
  read.query<ReferenceTo>(
    `SELECT documentId, path FROM content_references WHERE targetId = ? ORDER BY documentId LIMIT ${limit}`,
    [targetId],
  );

/** The references of a document that is no longer published. */
export async function deleteReferences(tx: Tx, documentId: string): Promise<void> {
  await tx.delete(ContentReference, { documentId });
}
