import { LessThan } from "typeorm";
import { AccountEvent } from "../../entities/account-event.js";
import { deleteAll } from "../../runtime/database/delete-batch.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";

/** An event as it is sent; `data` is JSON already. */
export interface LoggedEvent {
  revision: number;
  type: string;
  data: string;
}

/** Returns the revisions of the newest events of some accounts; accounts without events are left out. */
export async function readHeads(read: Reader, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await read.query<{ id: string; revision: number }>(
    `SELECT id, revision FROM account_event_heads WHERE id IN (${placeholders(accountIds)})`,
    accountIds,
  );
  return new Map(rows.map(({ id, revision }) => [id, Number(revision)]));
}

/**
 * Returns the events of an account after a revision, at most `limit`; null when the first of them is not kept
 * any more. When none of them is kept, the head, which the same statement reads, shows that there were some.
 */
export async function readEvents(
  read: Reader,
  accountId: string,
  after: number,
  limit: number,
): Promise<LoggedEvent[] | null> {
  const rows = await read.query<{ revision: number; type: string | null; data: string | null }>(
    `SELECT revision, type, data FROM
       (SELECT revision, type, data FROM account_events WHERE accountId = ? AND revision > ? ORDER BY revision LIMIT ?) AS kept_events
     UNION ALL SELECT revision, NULL, NULL FROM account_event_heads WHERE id = ?`,
    [accountId, after, limit, accountId],
  );
  const events = rows
    .flatMap(({ revision, type, data }) =>
      type === null || data === null ? [] : [{ revision: Number(revision), type, data }],
    )
    .toSorted((one, other) => one.revision - other.revision);
  const head = Number(rows.find(({ type }) => type === null)?.revision ?? 0);
  if (events.length === 0) return head > after ? null : [];
  // Revisions have no gaps: where one is found, an event was removed.
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
