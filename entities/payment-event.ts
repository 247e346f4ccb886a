import { Entity } from "typeorm";
import { At, Id, Json, Key } from "../runtime/database/columns.js";

/** An event of a payment gateway, counted once by its id. */
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
