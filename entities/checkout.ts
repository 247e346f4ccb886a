import { Entity, Index } from "typeorm";
import { At, Id, Int, Key, Ref } from "../runtime/columns.js";

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
  status: "open" | "paid";

  @At()
  expiresAt: number;

  @At()
  createdAt: number;

  @At({ nullable: true })
  paidAt: number | null;
}
