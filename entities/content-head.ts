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
}
