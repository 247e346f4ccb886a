import type { ContentEventKind } from "../../contracts/content-events.js";
import type { WebhookView } from "../../contracts/webhooks.js";
import type { Webhook } from "../../entities/webhook.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { findNewest } from "./delivery.repository.js";
import { type LoggedDelivery, presentDelivery } from "./present-delivery.js";

/** Returns the public shapes of webhooks, each with its newest delivery. */
export async function presentWebhooks(read: Reader, webhooks: readonly Webhook[]): Promise<WebhookView[]> {
  const newest = await findNewest(
    read,
    webhooks.map(({ id }) => id),
  );
  return webhooks.map((webhook) => present(webhook, newest.get(webhook.id)));
}

export async function presentWebhook(read: Reader, webhook: Webhook): Promise<WebhookView> {
  const newest = await findNewest(read, [webhook.id]);
  return present(webhook, newest.get(webhook.id));
}

const present = (webhook: Webhook, newest: LoggedDelivery | undefined): WebhookView => ({
  id: webhook.id,
  projectId: webhook.projectId,
  name: webhook.name,
  url: webhook.url,
  events: webhook.events as ContentEventKind[],
  enabled: webhook.isEnabled,
  createdAt: new Date(webhook.createdAt).toISOString(),
  updatedAt: new Date(webhook.updatedAt).toISOString(),
  lastDelivery: newest === undefined ? null : presentDelivery(newest),
});
