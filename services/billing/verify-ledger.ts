import type { Reader } from "../../runtime/database/transaction.js";
import { worthOf } from "./balance.js";
import {
  findAccountsWithoutBalance,
  readAllBalances,
  sumOfHolds,
  sumOfLedgers,
} from "./verify-sums.repository.js";
import { verifyWork, type Mismatch } from "./verify-work.repository.js";

export interface VerifiedAccount {
  accountId: string;
  /** The sum of the ledger. */
  ledgerCredits: number;
  /** The balance: budget + purchased - spent. */
  balanceCredits: number;
  heldCredits: number;
  openHolds: number;
  /** The sum of the open holds, which must equal `heldCredits`. */
  openHoldsCredits: number;
}

export interface LedgerReport {
  accounts: readonly VerifiedAccount[];
  mismatches: readonly Mismatch[];
}

/**
 * Audits the money (rules/billing 12): for every account the ledger's sum against its balance and the open
 * holds against the held credits, then every job against its hold and its ledger entry. The reader must see
 * one moment (runtime/database/snapshot.ts), otherwise running work appears as a mismatch.
 */
export async function verifyLedger(reader: Reader): Promise<LedgerReport> {
  const balances = await readAllBalances(reader);
  const ledger = await sumOfLedgers(reader);
  const holds = await sumOfHolds(reader);

  const accounts = balances.map((row): VerifiedAccount => ({
    accountId: row.id,
    ledgerCredits: ledger.get(row.id)?.credits ?? 0,
    balanceCredits: worthOf(row),
    heldCredits: row.heldCredits,
    openHolds: holds.get(row.id)?.entries ?? 0,
    openHoldsCredits: holds.get(row.id)?.credits ?? 0,
  }));

  const known = new Set(balances.map(({ id }) => id));
  const unknown = [...new Set([...ledger.keys(), ...holds.keys()])].filter((id) => !known.has(id));
  const withoutBalance = await findAccountsWithoutBalance(reader);
  const mismatches: Mismatch[] = [
    ...accounts.flatMap(checkSums),
    ...unknown.map((accountId) => ({ accountId, problem: "has ledger entries or holds and no balance" })),
    ...withoutBalance.map((accountId) => ({ accountId, problem: "has no balance" })),
    ...(await verifyWork(reader)),
  ];
  return { accounts, mismatches };
}

function checkSums(account: VerifiedAccount): Mismatch[] {
  const { accountId, ledgerCredits, balanceCredits, heldCredits, openHoldsCredits } = account;
  const found: Mismatch[] = [];
  if (ledgerCredits !== balanceCredits) {
    found.push({
      accountId,
      problem: `the ledger sums up to ${ledgerCredits}, the balance is worth ${balanceCredits}`,
    });
  }
  if (heldCredits !== openHoldsCredits) {
    found.push({
      accountId,
      problem: `${heldCredits} credits are held, the open holds sum up to ${openHoldsCredits}`,
    });
  }
  return found;
}
