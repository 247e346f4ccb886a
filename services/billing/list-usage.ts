import { getUsage } from "../../contracts/billing.js";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { remainingOf } from "./balance.js";
import { readBalance } from "./balance.repository.js";
import { countEntries, listEntries } from "./ledger.repository.js";
import { presentLedgerEntries } from "./present-ledger-entries.js";

/** Returns the caller's ledger, newest first, with fresh preview URLs for the page's entries only. */
export async function listUsage(
  host: Pick<Host, "read" | "staleRead">,
  context: ActionContext,
  page: ParamsOf<typeof getUsage>,
): Promise<ResultOf<typeof getUsage>> {
  const { accountId } = context.auth;
  const [balance, entries, total] = await Promise.all([
    readBalance(host.read, accountId),
    listEntries(host.staleRead, accountId, page),
    countEntries(host.staleRead, accountId),
  ]);
  return {
    entries: await presentLedgerEntries(context, entries),
    remainingCredits: remainingOf(balance),
    total,
  };
}
