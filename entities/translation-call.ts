import { Entity, Index } from "typeorm";
import { At, Big, Id, Json, Key, LongText, Ref } from "../runtime/database/columns.js";

/**
 * The translation of one document into one language: one call of a model, one hold and at most one ledger
 * entry. `id` names the hold.
 */
@Entity("translation_calls")
@Index("UQ_translation_calls_language", ["jobId", "documentId", "locale"], { unique: true })
@Index("IX_translation_calls_project", ["projectId"])
export class TranslationCall {
  @Id()
  id: string;

  @Ref()
  jobId: string;

  @Ref()
  projectId: string;

  @Ref()
  documentId: string;

  @Key()
  locale: string;

  @Ref()
  payerId: string;

  /** State of the call; its credits are held while it is `running`. */
  @Key()
  status: "running" | "complete" | "failed";

  /** The text model that was called. */
  @Key()
  model: string;

  @Big()
  estimatedCredits: number;

  /** Cost in credits; null until the call is complete. */
  @Big({ nullable: true })
  costCredits: number | null;

  /** Paths of the translated values. */
  @Json()
  translated: string[];

  @Json()
  skipped: { path: string; reason: string }[];

  /** One of the codes of contracts/errors.ts. */
  @Key({ nullable: true })
  errorCode: string | null;

  @LongText({ nullable: true })
  errorMessage: string | null;

  @At()
  createdAt: number;
}
