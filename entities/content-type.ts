import { Entity, Index } from "typeorm";
import { At, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";
import type { ContentSchema } from "../contracts/content-schema.js";

/** A content type of a project, with its latest schema. */
@Entity("content_types")
@Index("UQ_content_types_name", ["projectId", "name"], { unique: true })
@Index("IX_content_types_newest", ["projectId", "createdAt", "id"])
export class ContentType {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** The type's permanent name. A deleted type is called `deleted <id>`, so that its name is free again. */
  @Key()
  name: string;

  @LongText()
  title: string;

  @LongText({ nullable: true })
  description: string | null;

  @Int()
  latestVersion: number;

  @Json()
  schema: ContentSchema;

  @At()
  createdAt: number;

  @At()
  updatedAt: number;

  /**
   * The time of deletion, from which nobody sees the type or its documents. The row goes when the documents
   * are gone.
   */
  @At({ nullable: true })
  deletedAt: number | null;

  /**
   * The document up to which the derived columns of the type's documents follow `of`, a state of the type and of
   * the project's settings. It means nothing in another state, and null is the first document.
   */
  @Json({ nullable: true })
  refreshedTo: { of: string; createdAt: number; id: string } | null;
}
