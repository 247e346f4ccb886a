import { Entity, Index } from "typeorm";
import { At, Big, Flag, Id, Key, Ref } from "../runtime/database/columns.js";

/** What changed, for the read models of delivery. Kept for 24 hours; who is older reloads. */
@Entity("content_changes")
@Index("UQ_content_changes_revision", ["projectId", "revision"], { unique: true })
@Index("IX_content_changes_age", ["createdAt"])
export class ContentChange {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** From 1, without gaps. */
  @Big()
  revision: number;

  /**
   * `document`: read it anew, it may be gone. `type`: its schema, or all its documents. `links`: whether the project has a
   * file.
   */
  @Key()
  kind: "document" | "type" | "settings" | "links";

  /** False: only what preview tokens see. */
  @Flag()
  isPublished: boolean;

  @Ref({ nullable: true })
  typeId: string | null;

  @Ref({ nullable: true })
  documentId: string | null;

  /** The file that `links` is about; null there: any of the project's may be. Null of other kinds. */
  @Ref({ nullable: true })
  storageId: string | null;

  @At()
  createdAt: number;
}
