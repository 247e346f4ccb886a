import { chunks } from "../../runtime/database/placeholders.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { advanceHead, insertChanges, type NewChange } from "./change.repository.js";

/** Of one statement. */
const ROWS = 500;

/**
 * Notes what the transaction changed in a project's content. It is written with the COMMIT, for it locks the project's head:
 * that lock orders the commits, so that a reader who has seen revision n has seen all before it, and revisions have no gaps.
 */
export function recordChanges(tx: Tx, projectId: string, changes: readonly NewChange[]): void {
  if (changes.length === 0) return;
  tx.withCommit([
    advanceHead(tx, projectId, changes),
    ...Array.from(chunks([...changes.entries()], ROWS), (chunk) =>
      insertChanges(tx, projectId, changes.length, chunk),
    ),
  ]);
}
