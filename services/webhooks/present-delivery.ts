import type { ContentEventKind } from "../../contracts/content-events.js";
import type { WebhookDeliveryView } from "../../contracts/webhooks.js";
import type { Webhook } from "../../entities/webhook.js";
import type { WebhookDelivery } from "../../entities/webhook-delivery.js";

/** A delivery without what it sends. */
export type LoggedDelivery = Pick<
  WebhookDelivery,
  | "id"
  | "webhookId"
  | "event"
  | "documentId"
  | "status"
  | "attempts"
  | "nextAttemptAt"
  | "createdAt"
  | "completedAt"
>;

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

/** What a delivery is presented with of its webhook. */
type Presented = Pick<Webhook, "isEnabled" | "updatedAt">;

/** The public shape of a delivery (rules/webhooks 7). */
export const presentDelivery = (stored: LoggedDelivery, webhook: Presented): WebhookDeliveryView =>
  present(stored.status === "pending" && !webhook.isEnabled ? ended(stored, webhook) : stored);

/** What waits for a disabled webhook has failed, also where the task that ends it has not come to it (rules/webhooks 8). */
const ended = (stored: LoggedDelivery, { updatedAt }: Presented): LoggedDelivery => ({
  ...stored,
  status: "failed",
  nextAttemptAt: null,
  completedAt: updatedAt,
});

const present = (delivery: LoggedDelivery): WebhookDeliveryView => ({
  id: delivery.id,
  event: delivery.event as ContentEventKind,
  documentId: delivery.documentId,
  status: delivery.status,
  attempts: delivery.attempts.map(({ at, statusCode, durationMs, error }) => ({
    at: iso(at),
    statusCode,
    durationMs,
    error,
  })),
  nextAttemptAt: isoOrNull(delivery.nextAttemptAt),
  createdAt: iso(delivery.createdAt),
  completedAt: isoOrNull(delivery.completedAt),
});
