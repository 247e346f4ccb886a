import { Entity, Index } from "typeorm";
import { At, Big, Flag, Id, Key, Ref } from "../runtime/database/columns.js";

/**
 * The credits and the plan of an account; `id` is the account's. The lock on this row orders all changes of
 * its credits.
 */
@Entity("balances")
@Index("IX_balances_period", ["periodEnd"])
@Index("IX_balances_subscription", ["subscription"])
export class Balance {
  @Id()
  id: string;

  @Key()
  tier: "none" | "standard" | "pro" | "max";

  @Key({ nullable: true })
  interval: "month" | "year" | null;

  @At({ nullable: true })
  periodStart: number | null;

  @At({ nullable: true })
  periodEnd: number | null;

  /** End of the paid time. A paid year has twelve periods of a month each. */
  @At({ nullable: true })
  paidUntil: number | null;

  @Flag()
  cancelAtPeriodEnd: boolean;

  @Flag()
  pastDue: boolean;

  @Big()
  monthlyBudgetCredits: number;

  @Big()
  spentCreditsThisPeriod: number;

  @Big()
  purchasedCredits: number;

  /** Sum of the open holds; not part of any public balance. */
  @Big()
  heldCredits: number;

  @Flag()
  hasPurchased: boolean;

  /** Set when any of the account's projects has a limit; a project's budget is looked up only then. */
  @Flag({ default: 0 })
  limitsProjects: boolean;

  /** The driver of the extension point paymentGateway that charges for the subscription. */
  @Key({ nullable: true })
  gateway: string | null;

  /** The gateway's id of the subscription. */
  @Key({ nullable: true })
  subscription: string | null;

  /** The payment for the current period: its row of `payments`. */
  @Ref({ nullable: true })
  paymentId: string | null;

  /** Start of the plan: monthly grants come on its day, also after a shorter month. */
  @At({ nullable: true })
  anchorAt: number | null;

  /**
   * The time of the report of the gateway that was adopted last, or of the last cancel or resume. An earlier
   * report is not adopted, except that the subscription has ended.
   */
  @At({ nullable: true })
  stateAt: number | null;
}
