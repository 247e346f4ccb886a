import { Entity, Index } from "typeorm";
import { At, Flag, Id, Json, LongText, Ref } from "../runtime/database/columns.js";

/** Where a project's content events go. */
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

  /** Whether the last attempt failed or took long: such webhooks wait in a queue of their own. */
  @Flag()
  isTroubled: boolean;

  /** `whsec_…`, sealed with a key derived from SECRET_KEY. */
  @LongText()
  sealedSecret: string;

  @At()
  createdAt: number;

  @At()
  updatedAt: number;
}
