import { v7 } from "uuid";
import type { AccountChange } from "../../contracts/events.js";
import type { Host } from "../../runtime/process/host.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Tx } from "../../runtime/database/transaction.js";

/** What has changed for an account. `progress`, `queuePosition` and `projectId` are null where they are left out. */
export type Announced = Pick<AccountChange, "type" | "id" | "status"> &
  Partial<Pick<AccountChange, "progress" | "queuePosition" | "projectId" | "workflowId">>;

/** Of a server: what `LAST_INSERT_ID(revision)` noted when the head was written, on this connection. */
const REVISION = "LAST_INSERT_ID()";

/**
 * Tells an account of a change at `GET /v1/events`, on every node, exactly when the transaction commits. Call it once for
 * each change of state, in the transaction of that change. It is written with the COMMIT, for it locks the account's
 * head: that lock orders the events, so that a reader who has seen revision n has seen all before it.
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
  tx.withCommit(statementsOf(tx, accountId, data));
  tx.afterCommit(() => host.signals.send("account.changed", { id: accountId }));
}

function statementsOf(tx: Tx, accountId: string, change: AccountChange): Statement[] {
  const isServer = tx.database.dialect !== "sqlite";
  const noted = (value: string) => (isServer ? `LAST_INSERT_ID(${value})` : value);
  const newest = isServer ? REVISION : "(SELECT revision FROM account_event_heads WHERE id = ?)";
  return [
    {
      // One statement, so that two concurrent first events both count.
      sql: `INSERT INTO account_event_heads (id, revision) VALUES (?, ${noted("1")})
        ${isServer ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET"} revision = ${noted("revision + 1")}`,
      parameters: [accountId],
    },
    {
      sql: `INSERT INTO account_events (id, accountId, revision, type, data, createdAt) VALUES (?, ?, ${newest}, ?, ?, ?)`,
      parameters: [
        v7(),
        accountId,
        ...(isServer ? [] : [accountId]),
        change.type,
        JSON.stringify(change),
        Date.now(),
      ],
    },
  ];
}
