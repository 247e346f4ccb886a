import { isPlainObject } from "../../../contracts/content-empty.js";
import { chunks } from "../../../runtime/chunks.js";
import { placeholders } from "../../../runtime/placeholders.js";
import type { Reader, Tx } from "../../../runtime/transaction.js";

/** Every document id anywhere in a draft, in lower case, whether or not the schema has a reference there. */
export function idsIn(draft: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(draft)) for (const item of draft) idsIn(item, found);
  else if (isPlainObject(draft))
    for (const [key, value] of Object.entries(draft))
      if (key === "documentId" && typeof value === "string") found.add(value.toLowerCase());
      else idsIn(value, found);
  return found;
}

/** The type names of those documents that exist in the project, by id. */
export const readTargets = (
  read: Reader,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => typesOf(read, projectId, ids, "");

/** The same, and none of them is deleted or unpublished until the transaction ends. */
export const holdTargets = (
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> =>
  typesOf(tx, projectId, ids, tx.database.dialect === "sqlite" ? "" : " ORDER BY id LOCK IN SHARE MODE");

async function typesOf(
  read: Reader,
  projectId: string,
  ids: readonly string[],
  tail: string,
): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const chunk of chunks(ids)) {
    // `IS TRUE` keeps an index from being used: the planners would read a project's whole index instead of looking up some ids
    const rows = await read.query<{ id: string; type: string }>(
      `SELECT id, type FROM content_documents
         WHERE id IN (${placeholders(chunk)}) AND (projectId = ?) IS TRUE${tail}`,
      [...chunk, projectId],
    );
    for (const { id, type } of rows) types.set(id, type);
  }
  return types;
}
