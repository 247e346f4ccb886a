import { Raw } from "typeorm";
import type { AdminAccount } from "../../contracts/identity.js";
import { Account } from "../../entities/account.js";
import type { Host } from "../../runtime/host.js";
import { presentAdminAccounts } from "./present-admin-account.js";
import { foldForSearch } from "../../contracts/search-text.js";

export interface AccountQuery {
  q?: string | undefined;
  limit: number;
  offset: number;
}

/** Newest first. `q` is looked for as it is, in address and name, whatever the case; `%` and `_` mean themselves. */
export async function listAccounts(
  host: Host,
  { q, limit, offset }: AccountQuery,
): Promise<{ accounts: AdminAccount[]; total: number }> {
  const wanted = foldForSearch(q?.trim() ?? "");
  const where =
    wanted === "" ? {} : { searchText: Raw((column) => `INSTR(${column}, :wanted) > 0`, { wanted }) };
  const [accounts, total] = await Promise.all([
    host.read.find(Account, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    host.read.count(Account, where),
  ]);
  return { accounts: await presentAdminAccounts(host.read, accounts), total };
}
