import type { ContentFields } from "../../../contracts/content-schema.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";

/** What a translation reads of a document. The published payload, which may be as long as the draft, is not read. */
export type DocumentDraft = Pick<ContentDocument, "id" | "projectId" | "typeId" | "draftBytes" | "draft">;

/** Returns a document with its draft; null when it is gone. */
export async function findDraft(read: Reader, id: string): Promise<DocumentDraft | null> {
  const [row] = await read.query<Omit<DocumentDraft, "draft"> & { draft: string }>(
    "SELECT id, projectId, typeId, draftBytes, draft FROM content_documents WHERE id = ?",
    [id],
  );
  if (row === undefined) return null;
  return { ...row, draftBytes: Number(row.draftBytes), draft: JSON.parse(row.draft) as ContentFields };
}
