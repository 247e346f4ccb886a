import { Entity, Index } from "typeorm";
import { At, Big, Flag, Id, Key, Ref } from "../runtime/database/columns.js";

/**
 * A change of content, for the document indexes of delivery. Rows are kept for 24 hours; an index that is
 * further behind loads everything again.
 */
@Entity("content_changes")
@Index("UQ_content_changes_revision", ["projectId", "revision"], { unique: true })
@Index("IX_content_changes_age", ["createdAt"])
export class ContentChange {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** Revision of the change in its project, from 1, without gaps. */
  @Big()
  revision: number;

  /**
   * What changed. `document`: one document, which may be deleted. `type`: the schema, or all documents of the
   * type. `settings`: the settings of the project's content. `links`: whether the project may read a file.
   */
  @Key()
  kind: "document" | "type" | "settings" | "links";

  /** False when only preview tokens see the change. */
  @Flag()
  isPublished: boolean;

  @Ref({ nullable: true })
  typeId: string | null;

  @Ref({ nullable: true })
  documentId: string | null;

  /**
   * The file that a `links` change is about; null there means any file of the project. Null for the other
   * kinds.
   */
  @Ref({ nullable: true })
  storageId: string | null;

  @At()
  createdAt: number;
}
