import { adminListAccounts, type AdminAccount } from "../contracts/identity.js";
import { CliError } from "./cli-error.js";
import type { Operate } from "./operate.js";

/** An account by its id or its whole address. */
export async function findAccount(call: Operate, given: string): Promise<AdminAccount> {
  const wanted = given.trim().toLowerCase();
  for (let offset = 0; ; offset += 200) {
    const { accounts, total } = await call(adminListAccounts, {
      ...(wanted.includes("@") && { q: wanted }),
      limit: 200,
      offset,
    });
    const found = accounts.find(({ id, email }) => id === wanted || email === wanted);
    if (found) return found;
    if (offset + 200 >= total) throw new CliError(`There is no account ${given}.`);
  }
}
