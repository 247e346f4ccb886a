import { Entity, Index } from "typeorm";
import { At, Big, Id, Int, Ref } from "../runtime/database/columns.js";

/** Credits kept back for work in hand; `id` is the work's. */
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

  /** The budgets that it counts against: of the key or agent that asked, and of the project. */
  @Ref({ nullable: true })
  budgetId: string | null;

  @Ref({ nullable: true })
  projectBudgetId: string | null;

  /** The UTC day that it counts for there, in days since 1970. */
  @Int({ nullable: true })
  budgetDay: number | null;

  /** Credits of a grant that ended under the hold; they are among the bought ones until the work ends. Null for none. */
  @Big({ nullable: true })
  keptCredits: number | null;

  /** Start of the period whose grant that was. */
  @At({ nullable: true })
  keptFrom: number | null;

  /** The payment that the grant came of. */
  @Ref({ nullable: true })
  keptPaymentId: string | null;
}
