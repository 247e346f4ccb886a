import type { ContentEvent } from "../../../contracts/content-events.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Host } from "../../../runtime/process/host.js";
import { emitAll } from "../../webhooks/index.js";
import { recordChanges } from "../../changes/index.js";
import { eraseDocuments } from "./document.repository.js";
import { lockTyped } from "./lock-document.js";
import { requireUnreferenced } from "./references.js";

/**
 * Deletes a document with its history and its outgoing references (rules/content 38). Throws `not_found` like
 * `lockTyped`, and `conflict` while published documents refer to it, unless `force` is set.
 */
export function deleteDocument(
  host: Pick<Host, "transact" | "tasks">,
  accountId: string,
  id: string,
  force: boolean,
): Promise<void> {
  return host.transact(async (tx) => {
    const { document } = await lockTyped(tx, id, accountId);
    if (!force) await requireUnreferenced(tx, document, "deleted");
    const bytes = await eraseDocuments(tx, [id]);
    await emitAll(host, tx, [deletionOf(document)]);
    const { projectId, typeId } = document;
    const isPublished = document.status !== "draft";
    recordChanges(tx, projectId, [{ kind: "document", isPublished, typeId, documentId: id }], -bytes);
  });
}

/** Returns the event about a deletion for webhooks (rules/content 32). */
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
