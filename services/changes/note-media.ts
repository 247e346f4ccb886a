import type { Tx } from "../../runtime/database/transaction.js";
import { readHeads, recordChanges } from "./change.repository.js";

/**
 * Files that are noted one by one; more at once are written as one change of any file, since readers keep the
 * latest thousand changes.
 */
const EACH = 32;

/**
 * Records that some projects got or lost media, so that documents which use them are delivered differently
 * from now on (rules/delivery 13). With `isPublished` false only drafts can name the media. A project without
 * content costs one read.
 */
export async function noteMediaChange(
  tx: Tx,
  projectIds: readonly string[],
  { storageIds, isPublished = true }: { storageIds: readonly string[]; isPublished?: boolean },
): Promise<void> {
  if (projectIds.length === 0) return;
  const each = storageIds.map((storageId) => ({ kind: "links", isPublished, storageId }) as const);
  const changes = each.length > EACH ? [{ kind: "links", isPublished } as const] : each;
  const heads = await readHeads(tx, projectIds);
  // Several heads are locked in the order of their ids everywhere.
  for (const id of [...heads.keys()].toSorted()) recordChanges(tx, id, changes);
}
