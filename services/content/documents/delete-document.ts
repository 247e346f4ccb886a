import { In } from "typeorm";
import type { ContentEvent } from "../../../contracts/content-events.js";
import { notFound } from "../../../contracts/errors.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentDraftState } from "../../../entities/content-draft-state.js";
import { ContentReference } from "../../../entities/content-reference.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import { ContentTranslation } from "../../../entities/content-translation.js";
import type { Host } from "../../../runtime/host.js";
import type { Tx } from "../../../runtime/transaction.js";
import { emit } from "../../webhooks/index.js";
import { recordChange } from "../../changes/index.js";
import { lockDocument } from "./find-document.js";
import { lockTypeContext } from "./type-context.js";
import { requireUnreferenced } from "./references.js";

/**
 * Deletes a document with its history and its outgoing references (spec: States and transitions, Content document).
 * Throws `conflict` while published documents refer to it, unless forced.
 */
export function deleteDocument(host: Host, id: string, force: boolean): Promise<void> {
  return host.transact(async (tx) => {
    const document = await lockDocument(tx, id);
    if ((await lockTypeContext(tx, document.typeId)) === null) throw notFound("Unknown document.");
    if (!force) await requireUnreferenced(tx, document, "deleted");
    await eraseDocuments(tx, [id]);
    await emit(host, tx, [deletionOf(document)]);
    const { projectId, typeId } = document;
    const isPublished = document.status !== "draft";
    recordChange(tx, projectId, [{ kind: "document", isPublished, typeId, documentId: id }]);
  });
}

/** The rows of documents and of all that belongs to them. The caller has locked the documents. */
export async function eraseDocuments(tx: Tx, ids: readonly string[]): Promise<void> {
  const of = { documentId: only(ids) };
  for (const entity of [ContentReference, ContentRevision, ContentTranslation])
    await tx.delete<{ documentId: string }>(entity, of);
  for (const entity of [ContentDraftState, ContentDocument])
    await tx.delete<{ id: string }>(entity, { id: only(ids) });
}

const only = (ids: readonly string[]) => (ids.length === 1 && ids[0] !== undefined ? ids[0] : In([...ids]));

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
