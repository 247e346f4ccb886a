import { v7 } from "uuid";
import type { AccountChange } from "../../contracts/events.js";
import type { Host } from "../../runtime/host.js";
import type { Tx } from "../../runtime/transaction.js";

/** What has changed for an account. `progress`, `queuePosition` and `projectId` are null where they are left out. */
export type Announced = Pick<AccountChange, "type" | "id" | "status"> &
  Partial<Pick<AccountChange, "progress" | "queuePosition" | "projectId" | "workflowId">>;

/** Of a server: what `LAST_INSERT_ID(revision)` noted when the head was written, on this connection. */
const REVISION = "LAST_INSERT_ID()";

/**
 * Tells an account of a change at `GET /v1/events`, on every node, exactly when the transaction commits. Call it once for
 * each change of state, in the transaction of that change. It is written at the transaction's end, for it locks the
 * account's head: that lock orders the events, so that a reader who has seen revision n has seen all before it.
 */
export function announce(tx: Tx, host: Pick<Host, "signals">, accountId: string, change: Announced): void {
  const { type, id, status, progress = null, queuePosition = null, projectId = null, workflowId } = change;
  const at = new Date().toISOString();
  const data: AccountChange = {
    type,
    id,
    status,
    progress,
    queuePosition,
    projectId,
    ...(workflowId !== undefined && { workflowId }),
    at,
  };
  tx.atEnd(`events of ${accountId}`, [data], (end, all) => write(end, accountId, all));
  tx.afterCommit(() => host.signals.send("account.changed", { id: accountId }));
}

async function write(tx: Tx, accountId: string, changes: readonly AccountChange[]): Promise<void> {
  const isServer = tx.database.dialect !== "sqlite";
  const noted = (value: string) => (isServer ? `LAST_INSERT_ID(${value})` : value);
  // One statement, so that two concurrent first events both count.
  await tx.runLater(
    `INSERT INTO account_event_heads (id, revision) VALUES (?, ${noted("?")})
       ${isServer ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET"} revision = ${noted("revision + ?")}`,
    [accountId, changes.length, changes.length],
  );
  const newest = isServer ? REVISION : "(SELECT revision FROM account_event_heads WHERE id = ?)";
  const createdAt = Date.now();
  const rows = changes.map((change, at) => [
    v7(),
    accountId,
    ...(isServer ? [] : [accountId]),
    changes.length - 1 - at,
    change.type,
    JSON.stringify(change),
    createdAt,
  ]);
  await tx.runLater(
    `INSERT INTO account_events (id, accountId, revision, type, data, createdAt)
       VALUES ${rows.map(() => `(?, ?, ${newest} - ?, ?, ?, ?)`).join(", ")}`,
    rows.flat(),
  );
}
