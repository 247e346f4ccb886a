import type { Auth } from "../../contracts/auth.js";
import type { Host } from "../../runtime/process/host.js";
import { deleteSession } from "./session.repository.js";

/** Ends the session of the cookie; the account's other sessions go on. */
export async function signOut(host: Pick<Host, "transact">, { credentialId }: Auth): Promise<{ ok: true }> {
  await host.transact((tx) => deleteSession(tx, credentialId));
  return { ok: true };
}
