import { Entity, Index } from "typeorm";
import { At, Id, Int, Key, LongText, Ref } from "../runtime/database/columns.js";

/** A payment link. */
@Entity("checkouts")
@Index("IX_checkouts_account", ["accountId"])
export class Checkout {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Key()
  kind: "topup" | "subscription";

  @Int({ nullable: true })
  dollars: number | null;

  @Key({ nullable: true })
  tier: "standard" | "pro" | "max" | null;

  @Key({ nullable: true })
  interval: "month" | "year" | null;

  @Key()
  status: "open" | "paid" | "expired" | "failed";

  /** The driver of the extension point paymentGateway that makes the link. */
  @Key()
  gateway: string;

  /**
   * URL of the payment page. Null until the gateway has answered, because the intent is stored before the
   * gateway is asked.
   */
  @LongText({ nullable: true })
  url: string | null;

  /** The gateway's name of the link, by which the link is closed; null where the gateway closes none. */
  @Key({ nullable: true })
  reference: string | null;

  @At()
  expiresAt: number;

  @At()
  createdAt: number;

  @At({ nullable: true })
  paidAt: number | null;
}
