import { Entity, Index } from "typeorm";
import { At, Id, Int, Json, Ref } from "../runtime/database/columns.js";
import type { ContentSchema } from "../contracts/content-schema.js";

/** One immutable schema of a content type (rules/content 4). */
@Entity("content_type_versions")
@Index("UQ_content_type_versions_version", ["typeId", "version"], { unique: true })
export class ContentTypeVersion {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @Ref()
  typeId: string;

  @Int()
  version: number;

  @Json()
  schema: ContentSchema;

  @Ref({ nullable: true })
  createdById: string | null;

  @At()
  createdAt: number;
}
