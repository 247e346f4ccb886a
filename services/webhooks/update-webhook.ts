import type { ParamsOf } from "../../contracts/contract.js";
import type { updateWebhook as contract } from "../../contracts/webhooks.js";
import type { Webhook } from "../../entities/webhook.js";
import type { Host } from "../../runtime/process/host.js";
import { checkReceiver } from "./check-receiver.js";
import { endWaiting } from "./delivery.repository.js";
import { changeWebhook, lockWebhook } from "./webhook.repository.js";
import { makeSecret, sealSecret } from "./webhook-secret.js";
import { unknownWebhook } from "./webhooks.policy.js";

/**
 * Changes the given fields; returns the new secret if one was requested. Disabling ends pending deliveries as failed
 * (rules/webhooks 8). Throws `invalid_params` for an address that is not allowed.
 */
export async function updateWebhook(
  host: Pick<Host, "config" | "transact" | "keys">,
  { id, name, url, events, enabled, rotateSecret }: ParamsOf<typeof contract>,
): Promise<{ webhook: Webhook; secret?: string }> {
  if (url !== undefined) await checkReceiver(host, url);
  const secret = rotateSecret ? makeSecret() : undefined;
  const change = {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(enabled !== undefined && { isEnabled: enabled }),
    ...(secret !== undefined && { sealedSecret: sealSecret(host.keys, secret) }),
  };
  const webhook = await host.transact(async (tx) => {
    const before = await lockWebhook(tx, id);
    if (before === null) throw unknownWebhook();
    if (Object.keys(change).length === 0) return before;
    const after = { ...change, updatedAt: Date.now() };
    await changeWebhook(tx, { id, ...after });
    if (enabled === false) await endWaiting(tx, id);
    return { ...before, ...after };
  });
  return { webhook, ...(secret !== undefined && { secret }) };
}
