import type { ClaimedRow } from "./claim.js";
import { changeGuarded, endRun, guardRun } from "./end-run.js";
import type { ClaimedTask } from "./task-handler.js";

/** What a handler is given of a claimed row. `completed` hears of the commit that ended it, and whether it was queued once more. */
export function claimedTask(
  row: ClaimedRow,
  signal: AbortSignal,
  completed: (isWanted: boolean) => void,
): ClaimedTask {
  return {
    ...row,
    signal,
    guard: (tx) => guardRun(tx, row),
    change: (tx, change) => changeGuarded(tx, row, change),
    async complete(tx) {
      const isWanted = await endRun(tx, row);
      tx.afterCommit(() => completed(isWanted));
    },
  };
}
