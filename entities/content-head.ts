import { Entity } from "typeorm";
import { Big, Id } from "../runtime/database/columns.js";

/**
 * The newest content revision of a project; `id` is the project's. The lock on this row, taken last in a
 * transaction, orders the commits of a project.
 */
@Entity("content_heads")
export class ContentHead {
  @Id()
  id: string;

  /** Revision of the newest change row. */
  @Big()
  revision: number;

  /** Revision of the newest change row that changes what is published. */
  @Big()
  publishedRevision: number;

  /**
   * Bytes of the drafts of the project's documents and of the payloads of their revisions (rules/content 61). Null in a
   * row of an earlier release that is not counted yet.
   */
  @Big({ nullable: true })
  storedBytes: number | null;
}
