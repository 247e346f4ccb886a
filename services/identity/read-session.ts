import type { Auth } from "../../contracts/auth.js";
import { ServiceError } from "../../contracts/errors.js";
import type { SessionUser } from "../../contracts/identity.js";
import type { Host } from "../../runtime/process/host.js";
import { findAccount } from "./account.repository.js";
import { presentUser } from "./present-user.js";

/** Reads the account that the cookie signs in. Throws `unauthenticated` when the account is gone. */
export async function readSession(
  host: Pick<Host, "read">,
  { accountId }: Auth,
): Promise<{ user: SessionUser }> {
  const account = await findAccount(host.read, accountId);
  if (account === null) throw new ServiceError("unauthenticated");
  return { user: await presentUser(host.read, account) };
}
