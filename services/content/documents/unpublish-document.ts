import { notFound, ServiceError } from "../../../contracts/errors.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentReference } from "../../../entities/content-reference.js";
import type { Host } from "../../../runtime/host.js";
import { emit } from "../../webhooks/index.js";
import { recordChange } from "../../changes/index.js";
import { lockDocument } from "./find-document.js";
import { type TypeContext, lockTypeContext } from "./type-context.js";
import { type Author, nextMark, noteEvent } from "./history.js";
import { requireUnreferenced } from "./references.js";
import { nextMoment } from "./save-draft.js";

/**
 * Takes a document out of delivery; its draft stays (spec: States and transitions, Content document). Throws
 * `conflict` for one that is not published, and while published documents refer to it, unless forced.
 */
export function unpublishDocument(
  host: Host,
  author: Author,
  id: string,
  force: boolean,
): Promise<{ document: ContentDocument; typeContext: TypeContext }> {
  return host.transact(async (tx) => {
    const before = await lockDocument(tx, id);
    const typeContext = await lockTypeContext(tx, before.typeId);
    if (typeContext === null) throw notFound("Unknown document.");
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
    await tx.update(ContentDocument, { id }, change);
    noteEvent(tx, before);
    await tx.delete(ContentReference, { documentId: id });
    const { projectId, typeId, type, publishedAt } = before;
    await emit(host, tx, [{ kind: "document.unpublish", projectId, documentId: id, type, publishedAt }]);
    recordChange(tx, projectId, [{ kind: "document", isPublished: true, typeId, documentId: id }]);
    return { document: { ...before, ...change }, typeContext };
  });
}
