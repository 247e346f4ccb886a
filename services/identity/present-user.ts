import type { SessionUser } from "../../contracts/identity.js";
import type { Account } from "../../entities/account.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { readBalance } from "../billing/index.js";

/** Presents an account to itself. */
export async function presentUser(reader: Reader, account: Account): Promise<SessionUser> {
  const { id, email, name, image, emailVerified, operator } = account;
  const { tier } = await readBalance(reader, id);
  return { id, email, name, image, emailVerified, operator, tier };
}
