import { Entity, Index } from "typeorm";
import type { announcePresence } from "../contracts/content-presence.js";
import type { ResultOf } from "../contracts/contract.js";
import { At, Id, Json, Ref } from "../runtime/database/columns.js";

/**
 * An editor window that has a document open (rules/content 56); `id` is the window's. The row lasts for
 * seconds.
 */
@Entity("content_presences")
@Index("IX_content_presences_document", ["documentId", "seenAt"])
@Index("IX_content_presences_seen", ["seenAt"])
export class ContentPresence {
  @Id()
  id: string;

  @Ref()
  documentId: string;

  @Ref()
  accountId: string;

  @Json({ nullable: true })
  place: ResultOf<typeof announcePresence>["windows"][number]["place"];

  @At()
  seenAt: number;
}
