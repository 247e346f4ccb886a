import { Entity, Index } from "typeorm";
import { At, Flag, Hash, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";
import type { RevisionActor, RevisionKind } from "../contracts/content-documents.js";
import type { ContentFields } from "../contracts/content-schema.js";

/**
 * The newest revision of a document. It says what the draft says, so that its row is written only when another one
 * follows: a save that makes the draft say something else, a publish, an unpublish.
 */
export interface HistoryMark {
  id: string;
  /** Order within the document, from 1. */
  seq: number;
  kind: RevisionKind;
  by: string | null;
  /** What made it; absent where it was made before that was written down. */
  actor?: RevisionActor;
  /** Of the first save that it stands for. */
  at: number;
  /** How many revisions are of the kind `draft`. */
  drafts: number;
}

/**
 * A document: what its draft says, what delivery serves. The collaborative state lies in `content_draft_states`.
 * What is long comes last: SQLite reads a row's columns in their order.
 */
@Entity("content_documents")
@Index("IX_content_documents_newest", ["projectId", "createdAt", "id"])
@Index("IX_content_documents_updated", ["projectId", "updatedAt", "id"])
@Index("IX_content_documents_type", ["typeId", "createdAt", "id"])
@Index("IX_content_documents_type_updated", ["typeId", "updatedAt", "id"])
@Index("IX_content_documents_status", ["typeId", "status", "createdAt", "id"])
@Index("IX_content_documents_title", ["typeId", "titleKey", "id"])
@Index("IX_content_documents_walk", ["typeId", "id"])
@Index("IX_content_documents_filled", ["typeId", "filledHash", "id"])
export class ContentDocument {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @Ref()
  typeId: string;

  /** Name of the type. */
  @Key()
  type: string;

  @Key()
  status: "draft" | "published" | "changed";

  /** Counts saves; compare-and-set token for publish. */
  @Int()
  draftVersion: number;

  /** Whether the draft passed the checks of `schemaVersion` at its last save. */
  @Flag()
  isValid: boolean;

  /** The schema version that the draft was last checked against. */
  @Int()
  schemaVersion: number;

  /** Of the draft as JSON. */
  @Int()
  draftBytes: number;

  /** `draftVersion` that was published last; null: nothing is published. */
  @Int({ nullable: true })
  publishedVersion: number | null;

  /** Of the last publish, also when it was taken back since. */
  @At({ nullable: true })
  publishedAt: number | null;

  @At({ nullable: true })
  firstPublishedAt: number | null;

  @Ref({ nullable: true })
  createdById: string | null;

  @At()
  createdAt: number;

  /** Of the last draft save or change of status. */
  @At()
  updatedAt: number;

  /** What lists sort titles by. */
  @Key()
  titleKey: string;

  /** SHA-256 of `filled`. */
  @Hash()
  filledHash: string;

  @Json()
  history: HistoryMark;

  /** Value of the title field, in the default locale where it is localized; its first 10,000 characters. */
  @LongText({ nullable: true })
  title: string | null;

  /** The title as lists search it. */
  @LongText()
  searchTitle: string;

  /** Which localized texts are there in which locales. */
  @LongText()
  filled: string;

  @Json()
  draft: ContentFields;

  @Json({ nullable: true })
  published: ContentFields | null;
}
