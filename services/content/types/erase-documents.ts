import { In } from "typeorm";
import type { ContentEvent } from "../../../contracts/content-events.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentDraftState } from "../../../entities/content-draft-state.js";
import { ContentReference } from "../../../entities/content-reference.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import { ContentTranslation } from "../../../entities/content-translation.js";
import type { Tx } from "../../../runtime/transaction.js";

/** The rows of documents and of all that belongs to them. The caller has locked the documents. */
export async function eraseDocuments(tx: Tx, ids: readonly string[]): Promise<void> {
  const only = In([...ids]);
  for (const entity of [ContentReference, ContentRevision, ContentTranslation])
    await tx.delete<{ documentId: string }>(entity, { documentId: only });
  for (const entity of [ContentDraftState, ContentDocument])
    await tx.delete<{ id: string }>(entity, { id: only });
}

/** What webhooks are told of a deletion (decisions 10: of any document). */
export const deletionOf = ({
  projectId,
  id,
  type,
  publishedAt,
}: Pick<ContentDocument, "projectId" | "id" | "type" | "publishedAt">): ContentEvent => ({
  kind: "document.delete",
  projectId,
  documentId: id,
  type,
  publishedAt,
});
