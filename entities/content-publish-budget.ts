import { Entity } from "typeorm";
import { Id, Ref } from "../runtime/database/columns.js";

/**
 * The budget of the caller who published a document last, kept for the translation that follows the publish;
 * `id` is the document's.
 */
@Entity("content_publish_budgets")
export class ContentPublishBudget {
  @Id()
  id: string;

  @Ref()
  budgetId: string;
}
