import { Entity, Index } from "typeorm";
import { Id, Int, Json, Ref } from "../runtime/database/columns.js";

/**
 * Fields that a content type no longer has; `id` is the type's. Without a row, the earlier versions of the
 * type tell which fields it had.
 */
@Entity("content_former_fields")
@Index("IX_content_former_fields_project", ["projectId"])
export class ContentFormerFields {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** The version of the type for which the row was written. */
  @Int()
  version: number;

  /** Dotted paths without indexes, the most recently removed ones first. */
  @Json()
  paths: string[];
}
