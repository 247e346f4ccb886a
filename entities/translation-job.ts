import { Entity, Index } from "typeorm";
import type { ErrorCode } from "../contracts/errors.js";
import { At, Big, Id, Int, Json, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

/** Options of a request for a translation. */
export interface TranslationOptions {
  /** Target locales; null means every locale but the source. */
  locales: string[] | null;
  /** Fields to translate; null means all localized fields. */
  fields: string[] | null;
  sourceLocale: string;
  mode: "missing" | "outdated" | "all";
}

/**
 * A job that fills in missing translations: in a whole project, in one document on request, or in one
 * document after its publish.
 */
@Entity("translation_jobs")
@Index("IX_translation_jobs_newest", ["projectId", "createdAt", "id"])
@Index("IX_translation_jobs_free", ["creditsSpent", "startedById", "status", "completedAt"])
@Index("UQ_translation_jobs_running", ["runningIn"], { unique: true })
export class TranslationJob {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** The project while a project-wide job runs in it, else null; so one such job runs at a time. */
  @Ref({ nullable: true })
  runningIn: string | null;

  /**
   * `project`: the job was started by hand over all documents. `document`: it was asked for one document.
   * `publish`: it follows the publish of a document.
   */
  @Key()
  kind: "project" | "document" | "publish";

  /** The document, for the kinds that are about one document. */
  @Ref({ nullable: true })
  documentId: string | null;

  @Json()
  options: TranslationOptions;

  /** The account that pays, which is the project's owner. */
  @Ref()
  payerId: string;

  /**
   * The budget of the key or agent that started the job or published the document; the job's calls count
   * against it.
   */
  @Ref({ nullable: true })
  budgetId: string | null;

  @Key()
  status: "running" | "complete" | "canceled" | "failed";

  /** The requested model: a text model's id, or `auto`. */
  @Key()
  model: string;

  @Int()
  documentsTotal: number;

  @Int()
  documentsDone: number;

  /** The last document that was completed, in the order of ids. */
  @Ref({ nullable: true })
  cursorId: string | null;

  @Int()
  valuesTranslated: number;

  @Big()
  creditsSpent: number;

  /** Failures of a single document, by locale. */
  @Json()
  failures: Record<string, { code: ErrorCode; message: string }>;

  @LongText({ nullable: true })
  errorMessage: string | null;

  @Ref()
  startedById: string;

  @Text()
  startedByEmail: string;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;
}
