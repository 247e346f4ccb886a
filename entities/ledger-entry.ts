import { Entity, Index } from "typeorm";
import type { LedgerKind } from "../contracts/billing.js";
import { At, Big, Id, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

/** One change of a balance. A row is written once and never changed. */
@Entity("ledger_entries")
@Index("UQ_ledger_entries_once", ["once"], { unique: true })
@Index("IX_ledger_entries_account", ["accountId", "createdAt", "id"])
@Index("IX_ledger_entries_project", ["projectId", "createdAt", "id"])
@Index("IX_ledger_entries_totals", ["accountId", "projectId", "kind", "actorId", "deltaCredits", "id"])
export class LedgerEntry {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Key()
  kind: LedgerKind;

  @Big()
  deltaCredits: number;

  @Key({ nullable: true })
  ref: string | null;

  @LongText({ nullable: true })
  note: string | null;

  @Ref({ nullable: true })
  projectId: string | null;

  @Ref({ nullable: true })
  actorId: string | null;

  @Text({ nullable: true })
  actorEmail: string | null;

  @Ref({ nullable: true })
  previewStorageId: string | null;

  @Key({ nullable: true })
  previewKind: string | null;

  /**
   * Unique key of the fact that caused the entry, by which the database refuses to record the same fact
   * twice.
   */
  @Key({ nullable: true })
  once: string | null;

  @At()
  createdAt: number;
}
