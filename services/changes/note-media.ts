import type { Tx } from "../../runtime/database/transaction.js";
import { readHeads, recordChanges } from "./change.repository.js";

/** More at once are written as one change, of any file: readers keep the latest thousand. */
const EACH = 32;

/**
 * Records that some projects got or lost media, so documents that use them are delivered differently from now on
 * (rules/delivery 13); `isPublished` false: only drafts can name them. Projects without content cost one read.
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
  // in the order of their ids, as everybody locks several heads
  for (const id of [...heads.keys()].toSorted()) recordChanges(tx, id, changes);
}
