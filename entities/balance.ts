import { Entity, Index } from "typeorm";
import { At, Big, Flag, Id, Key, Ref } from "../runtime/database/columns.js";

/** The money of an account; `id` is the account's. Its row is the lock of everything about credits. */
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

  /** End of what was paid: a year has twelve periods. */
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

  /** Whether any of the account's projects has a limit: only then is one looked for. */
  @Flag({ default: 0 })
  limitsProjects: boolean;

  /** Who takes the money of the subscription: a driver of the extension point paymentGateway. */
  @Key({ nullable: true })
  gateway: string | null;

  /** The gateway's id of the subscription. */
  @Key({ nullable: true })
  subscription: string | null;

  /** The payment that pays for what runs: its row of `payments`. */
  @Ref({ nullable: true })
  paymentId: string | null;

  /** Start of the plan: monthly grants come on its day, also after a shorter month. */
  @At({ nullable: true })
  anchorAt: number | null;

  /** When the gateway was looked at last: an older look is not written. */
  @At({ nullable: true })
  stateAt: number | null;
}
