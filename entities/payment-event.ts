import { Entity } from "typeorm";
import { At, Id, Json, Key } from "../runtime/database/columns.js";

/**
 * An event of a payment gateway that was counted; `id` is the gateway's, so that no event is counted twice.
 */
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
