import { Entity } from "typeorm";
import { Big, Id } from "../runtime/database/columns.js";

/** How far the events of an account have come; `id` is the account's. The lock on this row orders its events. */
@Entity("account_event_heads")
export class AccountEventHead {
  @Id()
  id: string;

  /** Of the newest event. */
  @Big()
  revision: number;
}
