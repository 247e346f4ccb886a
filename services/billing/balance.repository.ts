import { onBehalfOf } from "../../runtime/concurrency/current-call.js";
import { In } from "typeorm";
import type { RowChange } from "../../engines/durable-queue/index.js";
import { Balance } from "../../entities/balance.js";
import { Hold } from "../../entities/hold.js";
import { notFound } from "../../contracts/errors.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/**
 * Locks the account's balance until the transaction ends, so that all changes of its credits run one after
 * the other.
 */
export async function lockBalance(tx: Tx, accountId: string): Promise<Balance> {
  const balance = await tx.findOneForUpdate(Balance, { id: accountId });
  if (balance === null) throw notFound("There is no balance for this account.");
  return balance;
}

/** Writes columns of a balance that this transaction has locked, with its next statement. */
export async function setBalance(
  tx: Tx,
  accountId: string,
  changes: Partial<Omit<Balance, "id">>,
): Promise<void> {
  await tx.withNext(tx.updateOf(Balance, accountId, changes));
}

/**
 * Returns the change of a locked balance for a caller whose next statement changes rows of other tables with
 * it.
 */
export function changeOfBalance(tx: Tx, accountId: string, changes: Partial<Omit<Balance, "id">>): RowChange {
  const { sql, parameters } = tx.assignmentsOf(Balance, changes);
  return { table: "balances", id: accountId, set: sql, parameters };
}

/** Reads the balance of an account. Throws `not_found` if the account was never opened. */
export async function readBalance(reader: Reader, accountId: string): Promise<Balance> {
  const balance = await reader.findOne(Balance, { id: accountId });
  if (balance === null) throw notFound("There is no balance for this account.");
  return balance;
}

/** Reads balances by account; accounts without a balance are missing from the result. */
export async function readBalances(
  reader: Reader,
  accountIds: readonly string[],
): Promise<Map<string, Balance>> {
  if (accountIds.length === 0) return new Map();
  const balances = await reader.find(Balance, { id: In([...new Set(accountIds)]) });
  return new Map(balances.map((balance) => [balance.id, balance]));
}

export const insertBalance = (tx: Tx, balance: Balance): Promise<void> => tx.insert(Balance, balance);

/** Finds the balance whose plan a subscription pays for, without a lock. */
export const findBySubscription = (reader: Reader, subscription: string): Promise<Balance | null> =>
  reader.findOne(Balance, { subscription });

/**
 * Returns the ids, sorted and after a given one, of accounts whose period is over. An account whose paid time
 * is over at another gateway than `manual` waits for that gateway's report, and is left out.
 */
export async function findDue(
  reader: Reader,
  { now, after, limit }: { now: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await reader.query<{ id: string }>(
    `SELECT id FROM balances WHERE periodEnd <= ? AND id > ?
      AND (gateway = 'manual' OR periodEnd < paidUntil)
      ORDER BY id LIMIT ${limit}`,
    [now, after],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids, sorted and after a given one, of accounts whose canceled plan at another gateway than
 * `manual` was paid until a time or less, and whose last report of the gateway is from that time or older.
 */
export async function findEnding(
  reader: Reader,
  { until, after, limit }: { until: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await reader.query<{ id: string }>(
    `SELECT id FROM balances WHERE periodEnd <= ? AND id > ? AND cancelAtPeriodEnd = 1 AND gateway <> 'manual'
      AND periodEnd >= paidUntil AND (stateAt IS NULL OR stateAt <= ?)
      ORDER BY id LIMIT ${limit}`,
    [until, after, until],
  );
  return rows.map(({ id }) => id);
}

/** Returns the credits of all accounts together, for which it reads every balance. */
export async function sumBalances(
  staleRead: Reader,
): Promise<Record<"held" | "purchased" | "spent", number>> {
  const [row] = await staleRead.query<Record<"held" | "purchased" | "spent", unknown>>(
    "SELECT SUM(heldCredits) AS held, SUM(purchasedCredits) AS purchased, SUM(spentCreditsThisPeriod) AS spent FROM balances",
  );
  return {
    held: Number(row?.held ?? 0),
    purchased: Number(row?.purchased ?? 0),
    spent: Number(row?.spent ?? 0),
  };
}

/** Finds the hold of a piece of work without a lock, because the lock of a balance covers its holds. */
export const findHold = (tx: Tx, workId: string): Promise<Hold | null> => tx.findOne(Hold, { id: workId });

/**
 * Returns the open holds of an account whose balance is locked, the oldest first. It reads the index
 * IX_holds_account.
 */
export const findHoldsOf = (tx: Tx, accountId: string): Promise<Hold[]> =>
  tx.find(Hold, { accountId }, { order: { createdAt: "ASC", id: "ASC" } });

/** Inserts a hold with the transaction's next statement. */
export const insertHold = (tx: Tx, hold: Hold): Promise<void> => tx.withNext(tx.insertOf(Hold, [hold]));

/** Records on a hold the credits that it keeps of a grant that ends while the hold is open. */
export async function setKeptOfGrant(
  tx: Tx,
  { id, ...kept }: Pick<Hold, "id" | "keptCredits" | "keptFrom" | "keptPaymentId">,
): Promise<void> {
  await tx.update(Hold, { id }, kept);
}

/** Removes a hold and returns it; null if it was removed before. */
export const takeHold = (
  tx: Tx,
  { workId, accountId }: { workId: string; accountId: string },
): Promise<Hold | null> => tx.take(Hold, { id: workId, accountId });

/**
 * Runs a transaction that locks a payer's balance on behalf of that payer, whichever account asks for it. All
 * transactions that wait for one payer use at most two fifths of a process's connections (ADR-0025), and the
 * payer's other requests do not wait behind them (ADR-0071).
 */
export const onBehalfOfPayer = <T>(payerId: string, work: () => T): T => onBehalfOf(`payer ${payerId}`, work);
