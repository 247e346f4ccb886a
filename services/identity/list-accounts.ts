import { Raw } from "typeorm";
import type { AdminAccount } from "../../contracts/identity.js";
import { Account } from "../../entities/account.js";
import type { Host } from "../../runtime/process/host.js";
import { presentAdminAccounts } from "./present-admin-account.js";
import { foldForSearch } from "../../contracts/search-text.js";

export interface AccountQuery {
  q?: string | undefined;
  limit: number;
  offset: number;
}

/** Newest first. `q` is looked for as it is, in address, name and id, whatever the case; `%` and `_` mean themselves. */
export async function listAccounts(
  host: Pick<Host, "read" | "staleRead">,
  { q, limit, offset }: AccountQuery,
): Promise<{ accounts: AdminAccount[]; total: number }> {
  const wanted = foldForSearch(q?.trim() ?? "");
  const holds = () => Raw((column) => `INSTR(${column}, :wanted) > 0`, { wanted });
  const isOfId = /^[0-9a-f-]+$/.test(wanted);
  const where = wanted === "" ? {} : [{ searchText: holds() }, ...(isOfId ? [{ id: holds() }] : [])];
  const [accounts, total] = await Promise.all([
    host.staleRead.find(Account, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    host.staleRead.count(Account, where),
  ]);
  return { accounts: await presentAdminAccounts(host.read, accounts), total };
}
