import { Entity, Index } from "typeorm";
import { At, Big, Id, Key, Ref } from "../runtime/database/columns.js";

/**
 * A payment and the credits that were granted for it, which a refund needs. `id` is the checkout's or the
 * invoice's, or the `reference` when a refund came first and named no checkout.
 */
@Entity("payments")
@Index("IX_payments_reference", ["reference"])
export class Payment {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Key()
  kind: "topup" | "subscription";

  /** The gateway's name of the payment. */
  @Key()
  reference: string;

  @Big()
  cents: number;

  /**
   * Credits granted for the payment so far; a paid year grants each month. 0 while only a refund is known.
   */
  @Big()
  credits: number;

  /** Granted credits that were taken back: by refunds, or as the unused rest of a grant. */
  @Big()
  takenCredits: number;

  @Big()
  refundedCents: number;

  @At()
  createdAt: number;

  /** The time at which the payment was counted; null while only its refund is known. */
  @At({ nullable: true })
  countedAt: number | null;
}
