import { Entity, Index } from "typeorm";
import { At, Big, Id, Int, Json, Key, Ref } from "../runtime/database/columns.js";
import type { RevisionActor, RevisionKind } from "../contracts/content-documents.js";
import type { ContentFields } from "../contracts/content-schema.js";

/** A snapshot in a document's history. The newest revision has no row yet, see HistoryMark. */
@Entity("content_revisions")
@Index("UQ_content_revisions_seq", ["documentId", "seq"], { unique: true })
@Index("IX_content_revisions_kind", ["documentId", "kind", "seq"])
export class ContentRevision {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @Ref()
  documentId: string;

  /** Order within the document, from 1. */
  @Big()
  seq: number;

  @Key()
  kind: RevisionKind;

  /** The document's `draftVersion` in this revision. */
  @Int()
  version: number;

  @Int()
  schemaVersion: number;

  @Ref({ nullable: true })
  createdById: string | null;

  /** Maker of the revision; null for revisions from before makers were recorded. */
  @Key({ nullable: true })
  actor: RevisionActor | null;

  /** Time of the first save that the snapshot stands for. */
  @At()
  createdAt: number;

  /**
   * The draft at `version`. Null means that nothing was saved before the next revision: the draft is that of
   * the next revision that has one, or else the document's draft.
   */
  @Json({ nullable: true })
  payload: ContentFields | null;

  /** Bytes of `payload`, 0 without one. Null in a row that an earlier release made. */
  @Int({ nullable: true })
  bytes: number | null;
}
