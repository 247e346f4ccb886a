import { Entity, Index } from "typeorm";
import { At, Id, Int, Json, Key, LongText, Ref } from "../runtime/columns.js";

export interface WebhookAttempt {
  at: number;
  statusCode: number | null;
  durationMs: number;
  error: string | null;
}

/** One event on its way to one webhook; all attempts send the same body under the same id. */
@Entity("webhook_deliveries")
@Index("IX_webhook_deliveries_newest", ["webhookId", "createdAt", "id"])
@Index("IX_webhook_deliveries_age", ["completedAt"])
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

  @LongText()
  body: string;

  @Key()
  status: "pending" | "delivered" | "failed";

  @Json()
  attempts: WebhookAttempt[];

  /** Attempts of the present ladder; a retry by hand starts a fresh one. */
  @Int()
  rung: number;

  @At({ nullable: true })
  nextAttemptAt: number | null;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;
}
