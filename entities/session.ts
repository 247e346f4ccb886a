import { Entity, Index } from "typeorm";
import { At, Id, Ref } from "../runtime/database/columns.js";

/** A signed-in browser; `id` is the SHA-256 of the cookie's secret. */
@Entity("sessions")
@Index("IX_sessions_account", ["accountId"])
@Index("IX_sessions_expires", ["expiresAt"])
export class Session {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @At()
  createdAt: number;

  @At()
  lastUsedAt: number;

  @At()
  expiresAt: number;
}
