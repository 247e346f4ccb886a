import { v7 } from "uuid";
import { ServiceError } from "../../../contracts/errors.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import { ContentReference } from "../../../entities/content-reference.js";
import { chunks } from "../../../runtime/chunks.js";
import type { Reader, Tx } from "../../../runtime/transaction.js";
import type { Mention } from "../validity/mentions.js";

/** The length of the column of paths, in characters. */
const PATH_LENGTH = 320;

/**
 * Replaces the references of the previous published payload with those of the new one. The caller has locked the
 * targets, so that none of them is deleted or unpublished in between.
 */
export async function replaceEdges(
  tx: Tx,
  document: Pick<ContentDocument, "id" | "projectId" | "publishedVersion">,
  mentions: readonly Mention[],
): Promise<void> {
  if (document.publishedVersion !== null) await tx.delete(ContentReference, { documentId: document.id });
  const byTarget = new Map(mentions.toReversed().map(({ id, path }) => [id, path]));
  // a document's references to itself do not protect it
  byTarget.delete(document.id);
  const rows = [...byTarget].map(([targetId, path]) => ({
    id: v7(),
    projectId: document.projectId,
    documentId: document.id,
    targetId,
    path: path.slice(0, PATH_LENGTH),
  }));
  for (const chunk of chunks(rows)) await tx.insert(ContentReference, chunk);
}

/**
 * Throws `conflict` while published documents refer to the document (spec: States and transitions, Content document).
 * The caller has locked its row, so a publish that adds a reference to it commits before or after.
 */
export async function requireUnreferenced(
  tx: Reader,
  { id }: Pick<ContentDocument, "id">,
  verb: "unpublished" | "deleted",
): Promise<void> {
  const edges = await tx.query<{ documentId: string; path: string }>(
    "SELECT documentId, path FROM content_references WHERE targetId = ? ORDER BY documentId LIMIT 4",
    [id],
  );
  if (edges.length === 0) return;
  const names = edges.slice(0, 3).map(({ documentId, path }) => `${documentId} (${path})`);
  const more = edges.length > 3 ? " and others" : "";
  throw new ServiceError(
    "conflict",
    `Published documents refer to it, so it is ${verb} with force=true only: ${names.join(", ")}${more}.`,
  );
}
