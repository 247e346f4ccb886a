import type { Balance } from "../../entities/balance.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** The columns of a balance that the audit reads. */
export type AuditedBalance = Pick<
  Balance,
  "id" | "monthlyBudgetCredits" | "spentCreditsThisPeriod" | "purchasedCredits" | "heldCredits"
>;

/** A row of the query; database servers may return numbers as text. */
type Row = { [K in keyof AuditedBalance]: K extends "id" ? string : number | string };

/** Reads every balance in the order of the accounts' ids. */
export async function readAllBalances(reader: Reader): Promise<AuditedBalance[]> {
  const balances = await reader.query<Row>(
    "SELECT id, monthlyBudgetCredits, spentCreditsThisPeriod, purchasedCredits, heldCredits FROM balances ORDER BY id",
  );
  return balances.map((row) => ({
    id: row.id,
    monthlyBudgetCredits: Number(row.monthlyBudgetCredits),
    spentCreditsThisPeriod: Number(row.spentCreditsThisPeriod),
    purchasedCredits: Number(row.purchasedCredits),
    heldCredits: Number(row.heldCredits),
  }));
}

/** The sum of an account's credits, and the number of rows in it. */
export interface Sum {
  credits: number;
  entries: number;
}

/** Returns the sums of all ledgers by account. */
export const sumOfLedgers = (reader: Reader): Promise<Map<string, Sum>> =>
  sums(
    reader,
    "SELECT accountId, SUM(deltaCredits) AS credits, COUNT(*) AS entries FROM ledger_entries GROUP BY accountId",
  );

/** Returns the sums of all open holds by account. */
export const sumOfHolds = (reader: Reader): Promise<Map<string, Sum>> =>
  sums(
    reader,
    "SELECT accountId, SUM(credits) AS credits, COUNT(*) AS entries FROM holds GROUP BY accountId",
  );

async function sums(reader: Reader, sql: string): Promise<Map<string, Sum>> {
  const rows = await reader.query<{ accountId: string; credits: number | string; entries: number | string }>(
    sql,
  );
  return new Map(
    rows.map((row) => [row.accountId, { credits: Number(row.credits), entries: Number(row.entries) }]),
  );
}

/** Returns the ids of accounts that have no balance. */
export async function findAccountsWithoutBalance(reader: Reader): Promise<string[]> {
  const rows = await reader.query<{ id: string }>(
    "SELECT id FROM accounts WHERE id NOT IN (SELECT id FROM balances) ORDER BY id",
  );
  return rows.map(({ id }) => id);
}
