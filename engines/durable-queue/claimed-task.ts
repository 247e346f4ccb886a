import type { Conflicts } from "./conflicts.js";
import { changeGuarded, endRun, guardRun } from "./end-run.js";
import { goOnAs } from "./go-on-as.js";
import type { ClaimedTask } from "./task-handler.js";
import type { ClaimedRow } from "./claimed-row.js";

interface Run {
  signal: AbortSignal;
  /** The answer to `ClaimedTask.isSurelyOurs`. */
  isSurelyOurs(): boolean;
  conflicts: Conflicts;
  /** Called with each conflict after which the run goes on. */
  met(error: unknown): void;
  /** Called after the commit that ended the task; `isWanted` says that it was queued once more during the run. */
  completed(isWanted: boolean): void;
}

/** Makes the task that a handler is given from a claimed row. */
export function claimedTask(
  row: ClaimedRow,
  { signal, isSurelyOurs, conflicts, met, completed }: Run,
): ClaimedTask {
  return {
    ...row,
    signal,
    isSurelyOurs,
    inSpiteOfConflicts: (work, forMs = Infinity) => conflicts.inSpiteOf(row, work, { signal, forMs, met }),
    guard: (tx) => guardRun(tx, row),
    change: (tx, change) => changeGuarded(tx, row, change),
    async goOnAs(tx, change, next) {
      await goOnAs(tx, row, change, next);
      tx.afterCommit(() => completed(false));
    },
    async complete(tx) {
      const isWanted = await endRun(tx, row);
      tx.afterCommit(() => completed(isWanted));
    },
  };
}
