import { ContentReference } from "../../../entities/content-reference.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

/** A published document that refers to another one, and the path of the reference. */
export type ReferenceTo = Pick<ContentReference, "documentId" | "path">;

/** Returns the first references to a document, in the order of the documents that have them. */
export const referencesTo = (read: Reader, targetId: string, limit: number): Promise<ReferenceTo[]> =>
  read.query<ReferenceTo>(
    `SELECT documentId, path FROM content_references WHERE targetId = ? ORDER BY documentId LIMIT ${limit}`,
    [targetId],
  );

/** Deletes the references of a document that is no longer published. */
export async function deleteReferences(tx: Tx, documentId: string): Promise<void> {
  await tx.delete(ContentReference, { documentId });
}
