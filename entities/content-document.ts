import { Entity, Index } from "typeorm";
import { At, Flag, Hash, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";
import type { RevisionActor, RevisionKind } from "../contracts/content-documents.js";
import type { ContentFields } from "../contracts/content-schema.js";

/**
 * The newest revision of a document. Its content is that of the draft, so its row is written only when
 * another revision follows: a save that changes the draft, a restore, a publish or an unpublish.
 */
export interface HistoryMark {
  id: string;
  /** Order within the document, from 1. */
  seq: number;
  kind: RevisionKind;
  by: string | null;
  /** Maker of the revision; absent in revisions from before makers were recorded. */
  actor?: RevisionActor;
  /** Time of the first save that the revision stands for. */
  at: number;
  /** Number of the kept revisions of the kind `draft`, this one among them. */
  drafts: number;
}

/**
 * A document: its draft and its published payload. The collaborative state is in `content_draft_states`. Long
 * columns come last, because SQLite reads the columns of a row in order.
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

  /** Name of the content type. */
  @Key()
  type: string;

  @Key()
  status: "draft" | "published" | "changed";

  /**
   * Number that rises with each save that changes the draft. A publish or save may name the one that it
   * builds on.
   */
  @Int()
  draftVersion: number;

  /** Set when the draft passed the checks of `schemaVersion` at its last save. */
  @Flag()
  isValid: boolean;

  /** The schema version that the draft was last checked against. */
  @Int()
  schemaVersion: number;

  /** Bytes of the draft as JSON. */
  @Int()
  draftBytes: number;

  /** The `draftVersion` that was published last; null means that nothing is published. */
  @Int({ nullable: true })
  publishedVersion: number | null;

  /** Time of the last publish, which stays when the document was unpublished since. */
  @At({ nullable: true })
  publishedAt: number | null;

  @At({ nullable: true })
  firstPublishedAt: number | null;

  @Ref({ nullable: true })
  createdById: string | null;

  @At()
  createdAt: number;

  /** Time of the last save of the draft or change of status. */
  @At()
  updatedAt: number;

  /** The key by which lists sort titles. */
  @Key()
  titleKey: string;

  /** SHA-256 of `filled`. */
  @Hash()
  filledHash: string;

  @Json()
  history: HistoryMark;

  /**
   * First 10,000 characters of the value of the title field, in the default locale where it is localized;
   * null when that is no text.
   */
  @LongText({ nullable: true })
  title: string | null;

  /** The title in the form that a list's search compares. */
  @LongText()
  searchTitle: string;

  /** JSON that says which localized texts are filled in which locales. */
  @LongText()
  filled: string;

  @Json()
  draft: ContentFields;

  @Json({ nullable: true })
  published: ContentFields | null;
}
