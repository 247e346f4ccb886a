import { Entity, Index } from "typeorm";
import { At, Big, Id, Ref } from "../runtime/columns.js";

/** Credits kept back for work in hand; `id` is the work's. */
@Entity("holds")
@Index("IX_holds_account", ["accountId"])
export class Hold {
  @Id()
  id: string;

  @Ref()
  accountId: string;

  @Big()
  credits: number;

  @At()
  createdAt: number;
}
