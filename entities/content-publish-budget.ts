import { Entity } from "typeorm";
import { Id, Ref } from "../runtime/database/columns.js";

/** The budget of who published a document last, while a translation is to follow that; `id` is the document. */
@Entity("content_publish_budgets")
export class ContentPublishBudget {
  @Id()
  id: string;

  @Ref()
  budgetId: string;
}
