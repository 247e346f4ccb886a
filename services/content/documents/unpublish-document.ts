import { ServiceError } from "../../../contracts/errors.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Host } from "../../../runtime/process/host.js";
import { emitAll } from "../../webhooks/index.js";
import { recordChanges } from "../../changes/index.js";
import { insertRevisions } from "./batch/batch.repository.js";
import { updateDocument } from "./document.repository.js";
import type { TypeContext } from "../types/type-context.repository.js";
import { lockTyped } from "./lock-document.js";
import { deleteReferences } from "./reference.repository.js";
import { type Author, nextMark, nextMoment, pastRevision } from "./history.js";
import { requireUnreferenced } from "./references.js";

/**
 * Takes a document out of delivery; its draft stays (rules/content 31). Throws `not_found` like `lockTyped`,
 * and `conflict` for a document that is not published, and while published documents refer to it, unless
 * `force` is set.
 */
export function unpublishDocument(
  host: Pick<Host, "transact" | "tasks">,
  author: Author,
  id: string,
  force: boolean,
): Promise<{ document: ContentDocument; typeContext: TypeContext }> {
  return host.transact(async (tx) => {
    const { document: before, typeContext } = await lockTyped(tx, id, author.accountId);
    if (before.status === "draft") throw new ServiceError("conflict", "The document is not published.");
    if (!force) await requireUnreferenced(tx, before, "unpublished");
    const now = nextMoment(before);
    const change = {
      status: "draft" as const,
      published: null,
      publishedVersion: null,
      updatedAt: now,
      history: nextMark(before.history, { kind: "unpublish", author, now }),
    };
    await updateDocument(tx, id, change);
    tx.withCommit(insertRevisions(tx, [pastRevision(before)]));
    await deleteReferences(tx, id);
    const { projectId, typeId, type, publishedAt } = before;
    await emitAll(host, tx, [{ kind: "document.unpublish", projectId, documentId: id, type, publishedAt }]);
    recordChanges(tx, projectId, [{ kind: "document", isPublished: true, typeId, documentId: id }]);
    return { document: { ...before, ...change }, typeContext };
  });
}
