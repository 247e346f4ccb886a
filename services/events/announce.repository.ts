import { v7 } from "uuid";
import type { AccountChange } from "../../contracts/events.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";

/** A change for an account. `progress`, `queuePosition` and `projectId` are null when they are left out. */
export type Announced = Pick<AccountChange, "type" | "id" | "status"> &
  Partial<Pick<AccountChange, "progress" | "queuePosition" | "projectId" | "workflowId">>;

/**
 * Tells an account of a change at `GET /v1/events`, on every node, exactly when the transaction commits. It
 * is called once for each change of state, in the transaction of that change. The event is written with the
 * COMMIT, because that write locks the account's head: the lock orders the events, so that a reader who has
 * seen revision n has seen all before it.
 */
export function announce(tx: Tx, host: Pick<Host, "signals">, accountId: string, change: Announced): void {
  tx.withCommit(eventWithHead(tx, { accountId, change: dataOf(change) }));
  tx.afterCommit(() => host.signals.send("account.changed", { id: accountId }));
}

/**
 * Does what `announce` does, with a statement less, in a transaction that has counted the head up by
 * `headOf`.
 */
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

/**
 * SQL of the new revision on a database server: `LAST_INSERT_ID(revision)` noted it on this connection when
 * the head was written.
 */
const NOTED = "LAST_INSERT_ID()";
/** SQL of the revision that this transaction has written to the head. */
const OF_HEAD = "(SELECT revision FROM account_event_heads WHERE id = ?)";

interface NewEvent {
  accountId: string;
  change: AccountChange;
}

/**
 * Returns the statements that count an account's head up and write an event, for `withCommit`; the head's row
 * is locked from then on.
 */
const eventWithHead = (tx: Tx, event: NewEvent): Statement[] => [
  countUp(tx, event.accountId),
  eventOf(event, tx.database.dialect === "sqlite" ? OF_HEAD : NOTED),
];

/**
 * Counts a head up, or makes it, in one statement, so that two concurrent first events both count. A head
 * that was lost, as by a restore of some tables, continues after the newest event that is kept.
 */
function countUp({ database }: Pick<Tx, "database">, accountId: string): Statement {
  const isServer = database.dialect !== "sqlite";
  const noted = (value: string) => (isServer ? `LAST_INSERT_ID(${value})` : value);
  return {
    sql: `INSERT INTO account_event_heads (id, revision)
      SELECT ?, ${noted("COALESCE(MAX(kept.revision), 0) + 1")} FROM account_events AS kept WHERE kept.accountId = ?
      ${isServer ? "ON DUPLICATE KEY UPDATE" : "ON CONFLICT (id) DO UPDATE SET"} revision = ${noted("account_event_heads.revision + 1")}`,
    parameters: [accountId, accountId],
  };
}

/** Returns the statement that writes an event in a transaction that has counted the head up by `headOf`. */
const eventOfHead = (event: NewEvent): Statement => eventOf(event, OF_HEAD);

/**
 * Returns the change that counts up the head of an account's events, for a statement of the transaction that
 * changes it together with other rows.
 */
export const headOf = (
  tx: Pick<Tx, "database">,
  accountId: string,
): { table: string; id: string; set: string; make: Statement } => ({
  table: "account_event_heads",
  id: accountId,
  set: "revision = revision + 1",
  make: countUp(tx, accountId),
});

function eventOf({ accountId, change }: NewEvent, revision: typeof NOTED | typeof OF_HEAD): Statement {
  return {
    sql: `INSERT INTO account_events (id, accountId, revision, type, data, createdAt) VALUES (?, ?, ${revision}, ?, ?, ?)`,
    parameters: [
      v7(),
      accountId,
      ...(revision === OF_HEAD ? [accountId] : []),
      change.type,
      JSON.stringify(change),
      Date.now(),
    ],
  };
}
