import { Entity, Index } from "typeorm";
import { Id, Int, Json, Ref } from "../runtime/database/columns.js";

/** What fields a content type no longer has; `id` is the type's. No row: the earlier versions of the type say it. */
@Entity("content_former_fields")
@Index("IX_content_former_fields_project", ["projectId"])
export class ContentFormerFields {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  /** The version of the type for which this was written. */
  @Int()
  version: number;

  /** Dotted paths without indexes; those that went last come first. */
  @Json()
  paths: string[];
}
