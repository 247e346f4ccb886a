import { Entity, Index } from "typeorm";
import { At, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";

export interface WebhookAttempt {
  at: number;
  statusCode: number | null;
  durationMs: number;
  error: string | null;
}

/** The body of a delivery without the URLs of its media, and the places of these URLs. */
export interface DeliveryPayload {
  /** The body that is sent, in the order of its fields (rules/webhooks 3). */
  envelope: {
    event: string;
    projectId: string;
    documentId: string;
    type: string;
    publishedAt: string | null;
    document?: object;
    locales?: string[];
  };
  media: { storageId: string; path: (string | number)[] }[];
}

/** One event on its way to one webhook; all attempts send the same body under the same id. */
@Entity("webhook_deliveries")
@Index("IX_webhook_deliveries_newest", ["webhookId", "createdAt", "id"])
@Index("IX_webhook_deliveries_age", ["completedAt"])
@Index("IX_webhook_deliveries_status", ["webhookId", "status", "id"])
export class WebhookDelivery {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @Ref()
  webhookId: string;

  @Key()
  event: string;

  @Ref()
  documentId: string;

  /** The source from which a body with media is made; null once the body is made. */
  @Json({ nullable: true })
  payload: DeliveryPayload | null;

  /**
   * The body that is sent. It is made with the event, or, if it has media, before the first attempt, so that
   * its URLs are fresh then.
   */
  @LongText({ nullable: true })
  body: string | null;

  @Key()
  status: "pending" | "delivered" | "failed";

  @Json()
  attempts: WebhookAttempt[];

  /** Attempts of the present retry schedule; a retry by hand starts a new schedule. */
  @Int()
  rung: number;

  @At({ nullable: true })
  nextAttemptAt: number | null;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;
}
