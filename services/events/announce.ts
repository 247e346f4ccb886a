import { v7 } from "uuid";
import type { AccountChange } from "../../contracts/events.js";
import type { Host } from "../../runtime/process/host.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Tx } from "../../runtime/database/transaction.js";

/** What has changed for an account. `progress`, `queuePosition` and `projectId` are null where they are left out. */
export type Announced = Pick<AccountChange, "type" | "id" | "status"> &
  Partial<Pick<AccountChange, "progress" | "queuePosition" | "projectId" | "workflowId">>;

/** Of a server: what `LAST_INSERT_ID(revision)` noted when the head was written, on this connection. */
const NOTED = "LAST_INSERT_ID()";
/** What this transaction has made of it. */
const OF_HEAD = "(SELECT revision FROM account_event_heads WHERE id = ?)";

/**
 * Tells an account of a change at `GET /v1/events`, on every node, exactly when the transaction commits. Call it once for
 * each change of state, in the transaction of that change. It is written with the COMMIT, for it locks the account's
 * head: that lock orders the events, so that a reader who has seen revision n has seen all before it.
 */
export function announce(tx: Tx, host: Pick<Host, "signals">, accountId: string, change: Announced): void {
  const isServer = tx.database.dialect !== "sqlite";
  const noted = (value: string) => (isServer ? `LAST_INSERT_ID(${value})` : value);
  // One statement, so that two concurrent first events both count.
  const head = {
    sql: `INSERT INTO account_event_heads (id, revision) VALUES (?, ${noted("1")})
      ${isServer ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET"} revision = ${noted("revision + 1")}`,
    parameters: [accountId],
  };
  tx.withCommit([head, eventOf(accountId, change, isServer ? NOTED : OF_HEAD)]);
  tx.afterCommit(() => host.signals.send("account.changed", { id: accountId }));
}

/**
 * The head of an account's events, for a statement of the transaction which changes it together with another row. There is one as soon as
 * the account was told of anything.
 */
export const headOf = (accountId: string): { table: string; id: string; set: string } => ({
  table: "account_event_heads",
  id: accountId,
  set: "revision = revision + 1",
});

/** `announce` in a transaction that has counted the head up by `headOf`: a statement less. */
export function announceCounted(
  tx: Tx,
  host: Pick<Host, "signals">,
  accountId: string,
  change: Announced,
): void {
  tx.withCommit([eventOf(accountId, change, OF_HEAD)]);
  tx.afterCommit(() => host.signals.send("account.changed", { id: accountId }));
}

function eventOf(accountId: string, change: Announced, revision: typeof NOTED | typeof OF_HEAD): Statement {
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
  return {
    sql: `INSERT INTO account_events (id, accountId, revision, type, data, createdAt) VALUES (?, ?, ${revision}, ?, ?, ?)`,
    parameters: [
      v7(),
      accountId,
      ...(revision === OF_HEAD ? [accountId] : []),
      type,
      JSON.stringify(data),
      Date.now(),
    ],
  };
}
