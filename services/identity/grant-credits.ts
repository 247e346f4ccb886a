import type { AdminAccount } from "../../contracts/identity.js";
import type { Account } from "../../entities/account.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { adjust } from "../billing/index.js";
import { presentAdminAccount } from "./present-admin-account.js";

/**
 * Changes the purchased credits by an `adjustment` in the ledger. Taking more credits than there are leaves a
 * debt: the balance goes below zero, `remainingCredits` reads 0, and later grants first fill the debt.
 */
export async function grantCredits(
  host: Pick<Host, "log" | "read" | "transact">,
  context: ActionContext,
  account: Account,
  { deltaCredits, note }: { deltaCredits: number; note?: string | null | undefined },
): Promise<AdminAccount> {
  const { accountId: id, email } = context.auth;
  await host.transact(async (tx) => {
    await context.idempotency?.record(tx, account.id);
    await adjust(tx, {
      accountId: account.id,
      deltaCredits,
      ref: null,
      note: note || null,
      actor: { id, email },
    });
  });
  host.log.info(
    { accountId: account.id, deltaCredits, operatorId: context.auth.accountId },
    "an operator adjusted credits",
  );
  return presentAdminAccount(host.read, account);
}
