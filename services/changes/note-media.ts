import type { Tx } from "../../runtime/transaction.js";
import { recordChange } from "./record-change.js";
import { readHeads } from "./read-head.js";

/** More at once are written as one change, of any file: readers keep the latest thousand. */
const EACH = 32;

/**
 * Records that some projects got or lost media, so documents that use them are delivered differently from now on
 * (decisions 11); `isPublished` false: only drafts can name them. Projects without content cost one read.
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
  for (const id of heads.keys()) recordChange(tx, id, changes);
}
