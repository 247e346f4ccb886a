import { Entity, Index } from "typeorm";
import { At, Id, Key, Ref } from "../runtime/database/columns.js";

/** A single-use link in a mail; `id` is the SHA-256 of its secret. */
@Entity("email_tokens")
@Index("IX_email_tokens_account", ["accountId", "purpose"])
@Index("IX_email_tokens_expires", ["expiresAt"])
export class EmailToken {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Key()
  purpose: "verify" | "reset";

  @At()
  expiresAt: number;
}
