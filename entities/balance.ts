import { Entity, Index } from "typeorm";
import { At, Big, Flag, Id, Key } from "../runtime/columns.js";

/** The money of an account; `id` is the account's. Its row is the lock of everything about credits. */
@Entity("balances")
@Index("IX_balances_period", ["periodEnd"])
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
}
