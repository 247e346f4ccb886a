import { Entity, Index } from "typeorm";
import { At, Big, Id, Json, Key, LongText, Ref } from "../runtime/database/columns.js";

/** One document into one language: one call of a model, one hold, at most one ledger entry. `id` names the hold. */
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

  /** `running`: credits are held. */
  @Key()
  status: "running" | "complete" | "failed";

  /** The text model that was called. */
  @Key()
  model: string;

  @Big()
  estimatedCredits: number;

  /** Null until it is complete. */
  @Big({ nullable: true })
  costCredits: number | null;

  /** Paths that were translated. */
  @Json()
  translated: string[];

  @Json()
  skipped: { path: string; reason: string }[];

  /** One of contracts/errors.ts. */
  @Key({ nullable: true })
  errorCode: string | null;

  @LongText({ nullable: true })
  errorMessage: string | null;

  @At()
  createdAt: number;
}
