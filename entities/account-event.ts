import { Entity, Index } from "typeorm";
import { At, Big, Id, Json, Key, Ref } from "../runtime/database/columns.js";

/** One change that an account is told of: what changed, and the state after the change. */
@Entity("account_events")
@Index("IX_account_events_revision", ["accountId", "revision"], { unique: true })
@Index("IX_account_events_created", ["createdAt"])
export class AccountEvent {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  /** Number of the event, from 1 for each account, without gaps, in the order of the commits. */
  @Big()
  revision: number;

  @Key()
  type: string;

  /** The event's `data` as it is sent. */
  @Json()
  data: Readonly<Record<string, unknown>>;

  @At()
  createdAt: number;
}
