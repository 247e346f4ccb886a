import { getAccount, getCredits, getRemaining } from "../../contracts/billing.js";
import type { ResultOf } from "../../contracts/contract.js";
import { notFound } from "../../contracts/errors.js";
import { getProfiles } from "../../contracts/identity.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { remainingOf } from "./balance.js";
import { readBalance, readBalances } from "./balance.repository.js";
import { presentAccount } from "./present-account.js";

export async function readAccount(
  host: Pick<Host, "read">,
  context: ActionContext,
): Promise<ResultOf<typeof getAccount>> {
  const { accountId } = context.auth;
  const [balance, { profiles }] = await Promise.all([
    readBalance(host.read, accountId),
    context.call(getProfiles, { accountIds: [accountId] }),
  ]);
  const profile = profiles.find(({ id }) => id === accountId);
  if (profile === undefined) throw notFound("There is no such account.");
  return presentAccount(profile, balance);
}

export async function readCredits(
  host: Pick<Host, "read">,
  context: ActionContext,
): Promise<ResultOf<typeof getCredits>> {
  const balance = await readBalance(host.read, context.auth.accountId);
  const { monthlyBudgetCredits, purchasedCredits, spentCreditsThisPeriod } = balance;
  return {
    monthlyBudgetCredits,
    purchasedCredits,
    spentCreditsThisPeriod,
    remainingCredits: remainingOf(balance),
  };
}

/** Returns the remaining credits of accounts; unknown accounts are left out. */
export async function readRemaining(
  host: Pick<Host, "read">,
  accountIds: readonly string[],
): Promise<ResultOf<typeof getRemaining>> {
  const balances = await readBalances(host.read, accountIds);
  return {
    accounts: [...balances.values()].map((balance) => ({
      accountId: balance.id,
      remainingCredits: remainingOf(balance),
    })),
  };
}
