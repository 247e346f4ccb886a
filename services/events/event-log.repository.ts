import { LessThan } from "typeorm";
import { v7 } from "uuid";
import type { AccountChange } from "../../contracts/events.js";
import { AccountEvent } from "../../entities/account-event.js";
import { deleteAll } from "../../runtime/database/delete-batch.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";

/** An event as it is sent; `data` is JSON already. */
export interface LoggedEvent {
  revision: number;
  type: string;
  data: string;
}

/** The revisions of the newest events of some accounts; accounts without events are left out. */
export async function readHeads(read: Reader, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await read.query<{ id: string; revision: number }>(
    `SELECT id, revision FROM account_event_heads WHERE id IN (${placeholders(accountIds)})`,
    accountIds,
  );
  return new Map(rows.map(({ id, revision }) => [id, Number(revision)]));
}

/** The events of an account after a revision, at most `limit`. Null when the first of them is not kept any more. */
export async function readEvents(
  read: Reader,
  accountId: string,
  after: number,
  limit: number,
): Promise<LoggedEvent[] | null> {
  const rows = await read.query<LoggedEvent>(
    "SELECT revision, type, data FROM account_events WHERE accountId = ? AND revision > ? ORDER BY revision LIMIT ?",
    [accountId, after, limit],
  );
  const events = rows.map((row) => ({ ...row, revision: Number(row.revision) }));
  // Revisions have no gaps: where one begins, an event was removed.
  const kept = events.findIndex(({ revision }, at) => revision !== after + 1 + at);
  if (kept === 0) return null;
  return kept < 0 ? events : events.slice(0, kept);
}

/** Deletes events that are older than a moment, batch by batch, until the signal aborts. */
export async function deleteEventsBefore(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
  before: number,
): Promise<void> {
  await deleteAll<AccountEvent>(host, signal, AccountEvent, { createdAt: LessThan(before) });
}

/** Of a server: what `LAST_INSERT_ID(revision)` noted when the head was written, on this connection. */
const NOTED = "LAST_INSERT_ID()";
/** What this transaction has made of it. */
const OF_HEAD = "(SELECT revision FROM account_event_heads WHERE id = ?)";

interface NewEvent {
  accountId: string;
  change: AccountChange;
}

/** The statements that count an account's head up and write an event, for `withCommit`: the head's row is locked from then on. */
export const eventWithHead = (tx: Tx, event: NewEvent): Statement[] => [
  countUp(tx, event.accountId),
  eventOf(event, tx.database.dialect === "sqlite" ? OF_HEAD : NOTED),
];

/**
 * Counts a head up, or makes it, in one statement, so that two concurrent first events both count. A head that was lost, as by a restore of
 * some tables, goes on behind the newest event that is kept.
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

/** The statement that writes an event in a transaction that has counted the head up by `headOf`. */
export const eventOfHead = (event: NewEvent): Statement => eventOf(event, OF_HEAD);

/** The head of an account's events, counted up, for a statement of the transaction which changes it together with other rows. */
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
