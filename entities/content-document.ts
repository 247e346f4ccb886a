import { Entity, Index } from "typeorm";
import { At, Flag, Id, Int, Json, Key, LongText, Ref } from "../runtime/columns.js";
import type { ContentFields } from "../contracts/content-schema.js";

/** A document: what its draft says, what delivery serves. The collaborative state lies in `content_draft_states`. */
@Entity("content_documents")
@Index("IX_content_documents_newest", ["projectId", "createdAt", "id"])
@Index("IX_content_documents_type", ["typeId", "createdAt", "id"])
@Index("IX_content_documents_status", ["typeId", "status", "createdAt", "id"])
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

  /** Value of the title field, in the default locale where it is localized. */
  @LongText({ nullable: true })
  title: string | null;

  @Key()
  status: "draft" | "published" | "changed";

  /** Counts saves; compare-and-set token for publish. */
  @Int()
  draftVersion: number;

  @Json()
  draft: ContentFields;

  /** Whether the draft passed the checks of `schemaVersion` at its last save. */
  @Flag()
  isValid: boolean;

  /** The schema version that the draft was last checked against. */
  @Int()
  schemaVersion: number;

  @Json({ nullable: true })
  published: ContentFields | null;

  /** `draftVersion` that was published last; null: nothing is published. */
  @Int({ nullable: true })
  publishedVersion: number | null;

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
}
