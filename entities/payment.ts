import { Entity, Index } from "typeorm";
import { At, Big, Id, Key, Ref } from "../runtime/database/columns.js";

/** A payment and the credits that came of it: what a refund needs to know. `id` is the checkout's, or the invoice's. */
@Entity("payments")
@Index("IX_payments_reference", ["reference"])
export class Payment {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Key()
  kind: "topup" | "subscription";

  /** What it is called at its gateway. */
  @Key()
  reference: string;

  @Big()
  cents: number;

  /** Granted for it so far: a year grants with each month. 0 while a refund came before its payment. */
  @Big()
  credits: number;

  /** Of them, taken back: refunds, and the unused rest of a grant. */
  @Big()
  takenCredits: number;

  @Big()
  refundedCents: number;

  @At()
  createdAt: number;

  /** When it was counted; null while only its refund is known. */
  @At({ nullable: true })
  countedAt: number | null;
}
