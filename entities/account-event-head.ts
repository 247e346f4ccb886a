import { Entity } from "typeorm";
import { Big, Id } from "../runtime/database/columns.js";

/**
 * The newest event revision of an account; `id` is the account's. The lock on this row orders the account's
 * events.
 */
@Entity("account_event_heads")
export class AccountEventHead {
  @Id()
  id: string;

  /** Revision of the newest event. */
  @Big()
  revision: number;
}
