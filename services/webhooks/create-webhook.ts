import { v7 } from "uuid";
import type { ParamsOf } from "../../contracts/contract.js";
import { invalidParams } from "../../contracts/errors.js";
import { type createWebhook as contract, MAX_WEBHOOKS } from "../../contracts/webhooks.js";
import type { Webhook } from "../../entities/webhook.js";
import type { Host } from "../../runtime/process/host.js";
import { joinProject } from "../projects/index.js";
import { checkReceiver } from "./check-receiver.js";
import { countWebhooksOfProject, insertWebhook } from "./webhook.repository.js";
import { makeSecret, sealSecret } from "./webhook-secret.js";

/**
 * Creates a webhook and returns it with its secret, which is shown this once. Throws `invalid_params` for an
 * address that is not allowed, and when the project has 100 webhooks.
 */
export async function createWebhook(
  host: Pick<Host, "config" | "transact" | "keys">,
  accountId: string,
  { projectId, name, url, events, enabled }: ParamsOf<typeof contract>,
): Promise<{ webhook: Webhook; secret: string }> {
  await checkReceiver(host, url);
  const secret = makeSecret();
  const now = Date.now();
  const webhook: Webhook = {
    id: v7(),
    projectId,
    name,
    url,
    events,
    isEnabled: enabled,
    isTroubled: false,
    sealedSecret: sealSecret(host.keys, secret),
    createdAt: now,
    updatedAt: now,
  };
  await host.transact(async (tx) => {
    // The project's row serializes the count, and keeps the project from being deleted meanwhile.
    await joinProject(tx, { projectId, accountId });
    if ((await countWebhooksOfProject(tx, projectId)) >= MAX_WEBHOOKS)
      throw invalidParams(`A project has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    await insertWebhook(tx, webhook);
  });
  return { webhook, secret };
}
