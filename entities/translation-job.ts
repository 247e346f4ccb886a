import { Entity, Index } from "typeorm";
import type { ErrorCode } from "../contracts/errors.js";
import { At, Big, Id, Int, Json, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

/** How a translation was asked for. */
export interface TranslationOptions {
  /** Null: every locale but the source. */
  locales: string[] | null;
  /** Null: all localized fields. */
  fields: string[] | null;
  sourceLocale: string;
  mode: "missing" | "outdated" | "all";
}

/** Filling what is missing in a whole project, in one document on request, or in one after its publish. */
@Entity("translation_jobs")
@Index("IX_translation_jobs_newest", ["projectId", "createdAt", "id"])
@Index("UQ_translation_jobs_running", ["runningIn"], { unique: true })
export class TranslationJob {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** The project while a project-wide job runs in it, else null: one at a time. */
  @Ref({ nullable: true })
  runningIn: string | null;

  /** `project`: started by hand over all documents. `publish`: follows the publish of a document. */
  @Key()
  kind: "project" | "document" | "publish";

  /** Of the kinds that are about one. */
  @Ref({ nullable: true })
  documentId: string | null;

  @Json()
  options: TranslationOptions;

  /** Who pays: the project's owner. */
  @Ref()
  payerId: string;

  /** The budget of the key that started it, or published: its calls count against it. */
  @Ref({ nullable: true })
  budgetId: string | null;

  @Key()
  status: "running" | "complete" | "canceled" | "failed";

  /** As asked for: a text model's id, or `auto`. */
  @Key()
  model: string;

  @Int()
  documentsTotal: number;

  @Int()
  documentsDone: number;

  /** The last document that is done, in the order of ids. */
  @Ref({ nullable: true })
  cursorId: string | null;

  @Int()
  valuesTranslated: number;

  @Big()
  creditsSpent: number;

  /** By locale, of a single document. */
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
