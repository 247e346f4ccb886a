import { Account } from "../../entities/account.js";
import type { Host } from "../../runtime/host.js";
import { takeMailToken } from "./mail-tokens.js";

/** Throws `invalid_params` for a wrong, used or expired token. */
export async function verifyEmail(host: Host, token: string): Promise<{ ok: true }> {
  await host.transact(async (tx) => {
    const id = await takeMailToken(tx, token, "verify");
    await tx.update(Account, { id }, { emailVerified: true });
  });
  return { ok: true };
}
