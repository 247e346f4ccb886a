import { Account } from "../../entities/account.js";
import { Session } from "../../entities/session.js";
import type { Host } from "../../runtime/host.js";
import { badMailToken, isGoodMailToken, takeMailToken } from "./mail-tokens.js";
import { hashPassword } from "./passwords.js";

/** Ends all sessions. The mail has reached its reader, so the address is confirmed too. Throws `invalid_params` for a bad token. */
export async function confirmPasswordReset(
  host: Host,
  { token, password }: { token: string; password: string },
): Promise<{ ok: true }> {
  if (!(await isGoodMailToken(host.read, token, "reset"))) throw badMailToken();
  const passwordHash = await hashPassword(password);
  await host.transact(async (tx) => {
    const accountId = await takeMailToken(tx, token, "reset");
    await tx.update(Account, { id: accountId }, { passwordHash, emailVerified: true });
    await tx.delete(Session, { accountId });
  });
  return { ok: true };
}
