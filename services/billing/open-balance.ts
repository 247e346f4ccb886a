import type { Tx } from "../../runtime/database/transaction.js";
import { adjust } from "./adjust-balance.js";
import { insertBalance } from "./balance.repository.js";

/**
 * Opens the balance of a new account with its welcome credits, which are not a purchase (rules/billing 20).
 */
export async function openBalance(
  tx: Tx,
  { accountId, welcomeCredits }: { accountId: string; welcomeCredits: number },
): Promise<void> {
  await insertBalance(tx, {
    id: accountId,
    tier: "none",
    interval: null,
    periodStart: null,
    periodEnd: null,
    paidUntil: null,
    cancelAtPeriodEnd: false,
    pastDue: false,
    monthlyBudgetCredits: 0,
    spentCreditsThisPeriod: 0,
    purchasedCredits: 0,
    heldCredits: 0,
    hasPurchased: false,
    limitsProjects: false,
    gateway: null,
    subscription: null,
    paymentId: null,
    anchorAt: null,
    stateAt: null,
  });
  await grantWelcome(tx, { accountId, welcomeCredits });
}

/** Grants the welcome credits of an account once. */
export async function grantWelcome(
  tx: Tx,
  { accountId, welcomeCredits }: { accountId: string; welcomeCredits: number },
): Promise<void> {
  if (welcomeCredits === 0) return;
  await adjust(tx, {
    accountId,
    deltaCredits: welcomeCredits,
    ref: null,
    note: "Welcome credits",
    once: `welcome:${accountId}`,
  });
}
