import { Entity, Index } from "typeorm";
import { At, Flag, Id, Json, LongText, Ref } from "../runtime/database/columns.js";

/** An address to which a project's content events are sent. */
@Entity("webhooks")
@Index("IX_webhooks_project", ["projectId", "createdAt", "id"])
export class Webhook {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @LongText()
  name: string;

  @LongText()
  url: string;

  @Json()
  events: string[];

  @Flag()
  isEnabled: boolean;

  /**
   * Set when the last attempt failed or was slow; deliveries to such webhooks wait in a queue of their own.
   */
  @Flag()
  isTroubled: boolean;

  /** The secret `whsec_…`, sealed with a key derived from SECRET_KEY. */
  @LongText()
  sealedSecret: string;

  @At()
  createdAt: number;

  @At()
  updatedAt: number;
}
