import { Entity, Index } from "typeorm";
import { At, Big, Id, Int, Ref } from "../runtime/database/columns.js";

/** Credits held for work under way; `id` is the work's. */
@Entity("holds")
@Index("IX_holds_account", ["accountId"])
export class Hold {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Big()
  credits: number;

  @At()
  createdAt: number;

  /** The budget of the key or agent that asked, if the hold counts against it. */
  @Ref({ nullable: true })
  budgetId: string | null;

  /** The budget of the project, if the hold counts against it. */
  @Ref({ nullable: true })
  projectBudgetId: string | null;

  /** The UTC day on which the hold counts against those budgets, in days since 1970. */
  @Int({ nullable: true })
  budgetDay: number | null;

  /**
   * Held credits whose grant ended under the hold. They count as bought credits until the work ends; null
   * means none.
   */
  @Big({ nullable: true })
  keptCredits: number | null;

  /** Start of the period of the grant that `keptCredits` are from. */
  @At({ nullable: true })
  keptFrom: number | null;

  /** The payment that the grant came from. */
  @Ref({ nullable: true })
  keptPaymentId: string | null;
}
