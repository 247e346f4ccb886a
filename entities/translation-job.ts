import { Entity, Index } from "typeorm";
import { At, Big, Id, Int, Key, LongText, Ref } from "../runtime/columns.js";

/** Filling what is missing in a whole project, or in one document after its publish. */
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

  /** Set: the job is the auto-translation of this document. */
  @Ref({ nullable: true })
  documentId: string | null;

  @Key()
  status: "running" | "complete" | "canceled" | "failed";

  @Key()
  model: string;

  @Int()
  documentsTotal: number;

  @Int()
  documentsDone: number;

  /** The last document that is done, in the order of ids. */
  @Ref({ nullable: true })
  cursor: string | null;

  @Int()
  valuesTranslated: number;

  @Big()
  creditsSpent: number;

  @LongText({ nullable: true })
  errorMessage: string | null;

  @Ref()
  startedById: string;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;
}
