import { nameAct } from "../../runtime/actions/audit/act.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import { networksOf } from "../../runtime/http/client-network.js";
import type { Host } from "../../runtime/process/host.js";
import * as billing from "../billing/index.js";
import { changeAccount } from "./account.repository.js";
import { deleteKey, findUnverifiedKeys } from "./api-key.repository.js";
import { noteEnded, noteSessionsEnded, tellSessionsEnded } from "./end-credential.js";
import { endFamily } from "./oauth/adapter.js";
import { findUnverifiedGrants } from "./oauth/grant.repository.js";
import { confirmAddress } from "./confirm-address.js";
import { badMailToken, isGoodMailToken, takeMailToken } from "./mail-tokens.js";
import { hashPassword } from "./passwords.js";
import { deleteSessionsOfAccount } from "./session.repository.js";

/**
 * Sets a new password by a mail's token. It ends all sessions and switches off the triggers that they made or
 * changed last. It ends the API keys and the grants of connected agents that were made while the address was
 * unverified, since another person may have made them. The address counts as confirmed afterwards, because
 * the mail reached its reader. Throws `invalid_params` for a bad token.
 */
export async function confirmPasswordReset(
  host: Host,
  { meta, signal }: Pick<ActionContext, "meta" | "signal">,
  { token, password }: { token: string; password: string },
): Promise<{ ok: true }> {
  if (!(await isGoodMailToken(host.read, token, "reset"))) throw badMailToken();
  const passwordHash = await hashPassword(password, { networks: networksOf(meta.client), signal });
  const ended = await host.transact(async (tx) => {
    const accountId = await takeMailToken(tx, token, "reset");
    nameAct({ resourceId: accountId, actor: { kind: "person", id: accountId } });
    await confirmAddress(tx, accountId);
    await changeAccount(tx, { id: accountId, passwordHash });
    await deleteSessionsOfAccount(tx, accountId);
    for (const { id } of await findUnverifiedKeys(tx, accountId)) {
      await deleteKey(tx, { id });
      await billing.dropBudget(tx, id);
      await noteEnded(host, tx, { id, accountId });
    }
    const grants = await findUnverifiedGrants(tx, accountId);
    for (const { grantId } of grants) if (grantId !== null) await endFamily(host, tx, grantId);
    return noteSessionsEnded(host, tx, accountId);
  });
  await tellSessionsEnded(host, ended);
  return { ok: true };
}
