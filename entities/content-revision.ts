import { Entity, Index } from "typeorm";
import { At, Big, Id, Int, Json, Key, Ref } from "../runtime/database/columns.js";
import type { RevisionActor, RevisionKind } from "../contracts/content-documents.js";
import type { ContentFields } from "../contracts/content-schema.js";

/** A snapshot in a document's history; the newest one has no row yet, see HistoryMark. */
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

  /** The document's `draftVersion`. */
  @Int()
  version: number;

  @Int()
  schemaVersion: number;

  @Ref({ nullable: true })
  createdById: string | null;

  /** What made it; null: made before that was written down. */
  @Key({ nullable: true })
  actor: RevisionActor | null;

  /** Of the first save that the snapshot stands for. */
  @At()
  createdAt: number;

  /**
   * The draft at `version`. Null: what the next revision that has one says, or the draft where there is none, for
   * nothing was saved in between.
   */
  @Json({ nullable: true })
  payload: ContentFields | null;
}
