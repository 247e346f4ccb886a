import type { ContentEventKind } from "../../contracts/content-events.js";
import type { WebhookDeliveryView } from "../../contracts/webhooks.js";
import type { WebhookDelivery } from "../../entities/webhook-delivery.js";

/** A delivery without its body and payload. */
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

/** Returns the public shape of a delivery (rules/webhooks 7). */
export const presentDelivery = (delivery: LoggedDelivery): WebhookDeliveryView => ({
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
