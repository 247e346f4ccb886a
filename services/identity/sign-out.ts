import type { Auth } from "../../contracts/auth.js";
import { Session } from "../../entities/session.js";
import type { Host } from "../../runtime/process/host.js";

/** Ends the session of the cookie; the account's others go on. */
export async function signOut(host: Pick<Host, "transact">, { credentialId }: Auth): Promise<{ ok: true }> {
  await host.transact((tx) => tx.delete(Session, { id: credentialId }));
  return { ok: true };
}
