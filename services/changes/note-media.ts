import type { Tx } from "../../runtime/transaction.js";
import { recordChange } from "./record-change.js";
import { readHeads } from "./read-head.js";

/**
 * Records that the media of some projects changed, so documents that use them are delivered differently from now on
 * (decisions 11); `isPublished` false: only drafts can name them. Projects without content cost one read.
 */
export async function noteMediaChange(
  tx: Tx,
  projectIds: readonly string[],
  { isPublished = true } = {},
): Promise<void> {
  if (projectIds.length === 0) return;
  const heads = await readHeads(tx, projectIds);
  for (const id of heads.keys()) recordChange(tx, id, [{ kind: "links", isPublished }]);
}
