import { nameAct } from "../../runtime/actions/audit/act.js";
import type { Host } from "../../runtime/process/host.js";
import { confirmAddress } from "./confirm-address.js";
import { takeMailToken } from "./mail-tokens.js";

/** Confirms an address by a mail's token. Throws `invalid_params` for a wrong, used or expired token. */
export async function verifyEmail(host: Pick<Host, "transact">, token: string): Promise<{ ok: true }> {
  await host.transact(async (tx) => {
    const accountId = await takeMailToken(tx, token, "verify");
    nameAct({ resourceId: accountId, actor: { kind: "person", id: accountId } });
    await confirmAddress(tx, accountId);
  });
  return { ok: true };
}
