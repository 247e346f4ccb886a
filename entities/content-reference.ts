import { Entity, Index } from "typeorm";
import { Id, Ref, Text } from "../runtime/database/columns.js";

/**
 * A reference from a published document to another document; it guards unpublishing and deletion of the
 * target.
 */
@Entity("content_references")
@Index("IX_content_references_source", ["documentId"])
@Index("IX_content_references_target", ["targetId"])
export class ContentReference {
  @Id()
  id: string;

  @Ref()
  projectId: string;

  @Ref()
  documentId: string;

  @Ref()
  targetId: string;

  /** Path of the reference in the published payload, cut at 320 characters. */
  @Text()
  path: string;
}
