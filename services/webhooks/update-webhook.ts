import type { ParamsOf } from "../../contracts/contract.js";
import type { updateWebhook as contract } from "../../contracts/webhooks.js";
import type { Webhook } from "../../entities/webhook.js";
import { ServiceError } from "../../contracts/errors.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { checkReceiver } from "./check-receiver.js";
import { isAnyWaiting } from "./delivery.repository.js";
import { disableWebhook, endSome } from "./end-waiting.js";
import { changeWebhook, lockWebhook } from "./webhook.repository.js";
import { makeSecret, sealSecret } from "./webhook-secret.js";
import { unknownWebhook } from "./webhooks.policy.js";

/** How long a request that enables a webhook ends what waited for it. Below the time limit of a call. */
const WITHIN_MS = 8000;

/**
 * Changes the given fields; returns the new secret if one was requested. Disabling ends pending deliveries as failed
 * (rules/webhooks 8); enabling first ends those that a disabling has left to its task. Throws `invalid_params` for an address that is
 * not allowed, `unavailable` where so much is left that the request cannot end it.
 */
export async function updateWebhook(
  host: Host,
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
  const until = Date.now() + WITHIN_MS;
  for (;;) {
    const webhook = await host.transact((tx) => apply(host, tx, id, change));
    if (webhook !== null) return { webhook, ...(secret !== undefined && { secret }) };
    if (Date.now() >= until) throw stillEnding();
    await endSome(host, id);
  }
}

/** Null: it is to be enabled, and something waits that has to end first. */
async function apply(
  host: Pick<Host, "tasks">,
  tx: Tx,
  id: string,
  change: Partial<Webhook>,
): Promise<Webhook | null> {
  const before = await lockWebhook(tx, id);
  if (before === null) throw unknownWebhook();
  if (Object.keys(change).length === 0) return before;
  const { isEnabled } = change;
  if (isEnabled === true && !before.isEnabled && (await isAnyWaiting(tx, id))) return null;
  const after = { ...change, updatedAt: Date.now() };
  if (isEnabled === false) await disableWebhook(host, tx, { id, ...after });
  else await changeWebhook(tx, { id, ...after });
  return { ...before, ...after };
}

const stillEnding = (): ServiceError =>
  new ServiceError(
    "unavailable",
    "The webhook is still disabled: what waited for it is being ended. Enable it again in a moment.",
    { details: { retryAfterSeconds: 2 } },
  );
