import type { AdminAccount } from "../../contracts/identity.js";
import type { Host } from "../../runtime/process/host.js";
import { searchAccounts } from "./account.repository.js";
import { presentAdminAccounts } from "./present-admin-account.js";
import { foldForSearch } from "../../contracts/search-text.js";

export interface AccountQuery {
  q?: string | undefined;
  limit: number;
  offset: number;
}

/**
 * Lists accounts, newest first. `q` is searched for literally in address, name and id, in upper or lower
 * case; `%` and `_` have no special meaning.
 */
export async function listAccounts(
  host: Pick<Host, "read" | "staleRead">,
  { q, limit, offset }: AccountQuery,
): Promise<{ accounts: AdminAccount[]; total: number }> {
  const wanted = foldForSearch(q?.trim() ?? "");
  const { accounts, total } = await searchAccounts(host.staleRead, { wanted, limit, offset });
  return { accounts: await presentAdminAccounts(host.read, accounts), total };
}
