import { ServiceError } from "../../../contracts/errors.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { referencesTo } from "./reference.repository.js";

/**
 * Throws `conflict` while published documents refer to the document (rules/content 31). The caller has locked
 * its row, so a publish that adds a reference to it commits before or after.
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
