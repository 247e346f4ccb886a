import type { Reader } from "../../runtime/database/transaction.js";
import { worthOf } from "./balance.js";
import { verifyWork, type Mismatch } from "./verify-work.js";

export interface VerifiedAccount {
  accountId: string;
  /** Sum of the ledger. */
  ledgerCredits: number;
  /** Budget + purchased - spent. */
  balanceCredits: number;
  heldCredits: number;
  openHolds: number;
  /** Their sum; equals `heldCredits`. */
  openHoldsCredits: number;
}

export interface LedgerReport {
  accounts: readonly VerifiedAccount[];
  mismatches: readonly Mismatch[];
}

interface BalanceRow {
  id: string;
  monthlyBudgetCredits: number | string;
  spentCreditsThisPeriod: number | string;
  purchasedCredits: number | string;
  heldCredits: number | string;
}

interface SumRow {
  accountId: string;
  /** Sums of a server come as text. */
  credits: number | string;
  entries: number | string;
}

/**
 * The audit of the money (rules/billing 12): for every account the ledger's sum against its balance and the
 * open holds against what is held, then every job against its hold and its ledger entry. Give it a
 * reader that sees one moment (runtime/database/snapshot.ts), or work in hand reads as a mismatch.
 */
export async function verifyLedger(reader: Reader): Promise<LedgerReport> {
  const balances = await reader.query<BalanceRow>(
    "SELECT id, monthlyBudgetCredits, spentCreditsThisPeriod, purchasedCredits, heldCredits FROM balances ORDER BY id",
  );
  const ledger = await sums(
    reader,
    "SELECT accountId, SUM(deltaCredits) AS credits, COUNT(*) AS entries FROM ledger_entries GROUP BY accountId",
  );
  const holds = await sums(
    reader,
    "SELECT accountId, SUM(credits) AS credits, COUNT(*) AS entries FROM holds GROUP BY accountId",
  );

  const accounts = balances.map((row): VerifiedAccount => ({
    accountId: row.id,
    ledgerCredits: ledger.get(row.id)?.credits ?? 0,
    balanceCredits: worthOf({
      monthlyBudgetCredits: Number(row.monthlyBudgetCredits),
      spentCreditsThisPeriod: Number(row.spentCreditsThisPeriod),
      purchasedCredits: Number(row.purchasedCredits),
      heldCredits: Number(row.heldCredits),
    }),
    heldCredits: Number(row.heldCredits),
    openHolds: holds.get(row.id)?.entries ?? 0,
    openHoldsCredits: holds.get(row.id)?.credits ?? 0,
  }));

  const known = new Set(balances.map(({ id }) => id));
  const strangers = [...new Set([...ledger.keys(), ...holds.keys()])].filter((id) => !known.has(id));
  const withoutBalance = await reader.query<{ id: string }>(
    "SELECT id FROM accounts WHERE id NOT IN (SELECT id FROM balances) ORDER BY id",
  );
  const mismatches: Mismatch[] = [
    ...accounts.flatMap(checkSums),
    ...strangers.map((accountId) => ({ accountId, problem: "has ledger entries or holds and no balance" })),
    ...withoutBalance.map(({ id }) => ({ accountId: id, problem: "has no balance" })),
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

async function sums(reader: Reader, sql: string): Promise<Map<string, { credits: number; entries: number }>> {
  const rows = await reader.query<SumRow>(sql);
  return new Map(
    rows.map((row) => [row.accountId, { credits: Number(row.credits), entries: Number(row.entries) }]),
  );
}
