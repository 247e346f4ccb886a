import type { ResultOf } from "../../contracts/contract.js";
import type { getProfiles } from "../../contracts/identity.js";
import type { Host } from "../../runtime/process/host.js";
import { findAccounts } from "./account.repository.js";

/** Reads the profiles of accounts; unknown ids are left out. */
export async function readProfiles(
  host: Pick<Host, "read">,
  accountIds: readonly string[],
): Promise<ResultOf<typeof getProfiles>> {
  const accounts = await findAccounts(host.read, accountIds);
  return { profiles: accounts.map(({ id, email, name, image }) => ({ id, email, name, image })) };
}
