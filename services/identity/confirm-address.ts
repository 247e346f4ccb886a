import type { Tx } from "../../runtime/database/transaction.js";
import { grantWelcome } from "../billing/index.js";
import { changeAccount, lockAccount } from "./account.repository.js";

/** Marks an account's address as confirmed, and grants the welcome credits that waited for that. */
export async function confirmAddress(tx: Tx, accountId: string): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (account === null) return;
  const { welcomeCredits } = account;
  await changeAccount(tx, { id: accountId, emailVerified: true, welcomeCredits: null });
  if (welcomeCredits !== null) await grantWelcome(tx, { accountId, welcomeCredits });
}
