import { v7 } from "uuid";
import { ServiceError } from "../../../contracts/errors.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { ContentReference } from "../../../entities/content-reference.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { referencesTo } from "./reference.repository.js";
import type { Mention } from "../validity/mentions.js";

/** The length of the column of paths, in characters. */
const PATH_LENGTH = 320;

/** What a document refers to once it is published. */
export interface References {
  documentId: string;
  /** Whether there may be rows of an earlier publish. */
  isRepeated: boolean;
  rows: ContentReference[];
}

/** The references of a payload that is about to be published. A document's references to itself do not protect it. */
export function referencesOf(
  {
    id: documentId,
    projectId,
    publishedVersion,
  }: Pick<ContentDocument, "id" | "projectId" | "publishedVersion">,
  mentions: readonly Mention[],
): References {
  const byTarget = new Map(mentions.toReversed().map(({ id, path }) => [id, path]));
  byTarget.delete(documentId);
  const rows = [...byTarget].map(([targetId, path]) => ({
    id: v7(),
    projectId,
    documentId,
    targetId,
    path: path.slice(0, PATH_LENGTH),
  }));
  return { documentId, isRepeated: publishedVersion !== null, rows };
}

/**
 * Throws `conflict` while published documents refer to the document (rules/content 31).
 * The caller has locked its row, so a publish that adds a reference to it commits before or after.
 */
export async function requireUnreferenced(
  read: Reader,
  { id }: Pick<ContentDocument, "id">,
  verb: "unpublished" | "deleted",
): Promise<void> {
  const edges = await referencesTo(read, id, 4);
  if (edges.length === 0) return;
  const names = edges.slice(0, 3).map(({ documentId, path }) => `${documentId} (${path})`);
  const more = edges.length > 3 ? " and others" : "";
  throw new ServiceError(
    "conflict",
    `Published documents refer to it, so it is ${verb} with force=true only: ${names.join(", ")}${more}.`,
  );
}
