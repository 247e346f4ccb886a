import { changeGuarded, endRun, guardRun } from "./end-run.js";
import { goOnAs } from "./go-on-as.js";
import { type InHand, untilStored } from "./in-hand.js";
import type { ClaimedTask } from "./task-handler.js";
import type { ClaimedRow } from "./claimed-row.js";

interface Run extends Pick<InHand, "signal" | "met" | "regain"> {
  /** The answer to `ClaimedTask.isSurelyOurs`. */
  isSurelyOurs(): boolean;
  /** Calls `write`, during which the run has something in hand that nobody else has. */
  holding<T>(write: () => Promise<T>): Promise<T>;
  /** Called after the commit that ended the task; `isWanted` says that it was queued once more during the run. */
  completed(isWanted: boolean): void;
}

/** Makes the task that a handler is given from a claimed row. */
export function claimedTask(
  row: ClaimedRow,
  { signal, isSurelyOurs, holding, met, regain, completed }: Run,
): ClaimedTask {
  const outage = { wasMet: false };
  return {
    ...row,
    signal,
    isSurelyOurs,
    untilStored: (write, forMs = Infinity) =>
      holding(() => untilStored(write, { signal, forMs, outage, met, regain })),
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
