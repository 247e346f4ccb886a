import type { AccountChange } from "../../contracts/events.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { eventOfHead, eventWithHead } from "./event-log.repository.js";

/** What has changed for an account. `progress`, `queuePosition` and `projectId` are null where they are left out. */
export type Announced = Pick<AccountChange, "type" | "id" | "status"> &
  Partial<Pick<AccountChange, "progress" | "queuePosition" | "projectId" | "workflowId">>;

/**
 * Tells an account of a change at `GET /v1/events`, on every node, exactly when the transaction commits. Call it once for
 * each change of state, in the transaction of that change. It is written with the COMMIT, for it locks the account's
 * head: that lock orders the events, so that a reader who has seen revision n has seen all before it.
 */
export function announce(tx: Tx, host: Pick<Host, "signals">, accountId: string, change: Announced): void {
  tx.withCommit(eventWithHead(tx, { accountId, change: dataOf(change) }));
  tx.afterCommit(() => host.signals.send("account.changed", { id: accountId }));
}

/** `announce` in a transaction that has counted the head up by `headOf`: a statement less. */
export function announceCounted(
  tx: Tx,
  host: Pick<Host, "signals">,
  accountId: string,
  change: Announced,
): void {
  tx.withCommit([eventOfHead({ accountId, change: dataOf(change) })]);
  tx.afterCommit(() => host.signals.send("account.changed", { id: accountId }));
}

function dataOf(change: Announced): AccountChange {
  const { type, id, status, progress = null, queuePosition = null, projectId = null, workflowId } = change;
  return {
    type,
    id,
    status,
    progress,
    queuePosition,
    projectId,
    ...(workflowId !== undefined && { workflowId }),
    at: new Date().toISOString(),
  };
}
