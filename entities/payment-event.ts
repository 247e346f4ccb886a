import { Entity } from "typeorm";
import { At, Id, Json, Key } from "../runtime/database/columns.js";

/** An event of a payment gateway. Its id makes sure that it is counted once. */
@Entity("payment_events")
export class PaymentEvent {
  @Id()
  id: string;

  @Key()
  kind: string;

  @Json()
  payload: unknown;

  @At()
  createdAt: number;
}
