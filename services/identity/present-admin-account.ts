import type { AdminAccount } from "../../contracts/identity.js";
import type { Account } from "../../entities/account.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { readBalances, remainingOf } from "../billing/index.js";

/** Presents accounts for operators, with balances that one query reads (rules/identity 50). */
export async function presentAdminAccounts(
  reader: Reader,
  accounts: readonly Account[],
): Promise<AdminAccount[]> {
  const balances = await readBalances(
    reader,
    accounts.map(({ id }) => id),
  );
  return accounts.map((account) => {
    const balance = balances.get(account.id);
    return {
      id: account.id,
      email: account.email,
      name: account.name,
      emailVerified: account.emailVerified,
      operator: account.operator,
      suspended: account.suspended,
      features: {
        generation: account.features.generation !== false,
        transcription: account.features.transcription !== false,
      },
      tier: balance?.tier ?? "none",
      remainingCredits: balance ? remainingOf(balance) : 0,
      purchasedCredits: balance?.purchasedCredits ?? 0,
      spentCreditsThisPeriod: balance?.spentCreditsThisPeriod ?? 0,
      createdAt: new Date(account.createdAt).toISOString(),
    };
  });
}

export async function presentAdminAccount(reader: Reader, account: Account): Promise<AdminAccount> {
  const [presented] = await presentAdminAccounts(reader, [account]);
  if (!presented) throw new Error("One account gives one view.");
  return presented;
}
