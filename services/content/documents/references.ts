import { v7 } from "uuid";
import { ServiceError } from "../../../contracts/errors.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import { ContentReference } from "../../../entities/content-reference.js";
import type { Reader, Tx } from "../../../runtime/transaction.js";
import type { Mention } from "../validity/mentions.js";

/** As many characters as the column of paths holds. */
const PATH_LENGTH = 320;

/** Far below what a statement of any database takes. */
const CHUNK = 1000;

/**
 * Writes the edges of a published payload in place of those of the one before. The caller has locked the targets,
 * so that none of them is deleted or unpublished in between.
 */
export async function replaceEdges(
  tx: Tx,
  document: Pick<ContentDocument, "id" | "projectId" | "publishedVersion">,
  mentions: readonly Mention[],
): Promise<void> {
  if (document.publishedVersion !== null) await tx.delete(ContentReference, { documentId: document.id });
  const byTarget = new Map(mentions.toReversed().map(({ id, path }) => [id, path]));
  // a document does not keep itself
  byTarget.delete(document.id);
  const rows = [...byTarget].map(([targetId, path]) => ({
    id: v7(),
    projectId: document.projectId,
    documentId: document.id,
    targetId,
    path: path.slice(0, PATH_LENGTH),
  }));
  for (let at = 0; at < rows.length; at += CHUNK)
    await tx.insert(ContentReference, rows.slice(at, at + CHUNK));
}

/**
 * Throws `conflict` while published documents refer to one (spec: States and transitions, Content document). The
 * caller has locked its row: a publish that adds an edge to it comes before or after.
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
