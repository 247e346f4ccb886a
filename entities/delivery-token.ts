import { Entity, Index } from "typeorm";
import { At, Hash, Id, Key, LongText, Ref } from "../runtime/database/columns.js";

/** A token that opens the delivery routes of one project. */
@Entity("delivery_tokens")
@Index("UQ_delivery_tokens_hash", ["hash"], { unique: true })
@Index("IX_delivery_tokens_project", ["projectId", "createdAt", "id"])
export class DeliveryToken {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @LongText()
  name: string;

  @Key()
  mode: "published" | "preview";

  @Hash()
  hash: string;

  @Ref({ nullable: true })
  createdById: string | null;

  @At()
  createdAt: number;

  @At({ nullable: true })
  lastUsedAt: number | null;
}
