import { Entity } from "typeorm";
import { At, Id, LongText } from "../runtime/database/columns.js";

/** A mail on its way; deleted once it is handed over. Its text is sealed: it may hold a credential. */
@Entity("mails")
export class Mail {
  @Id()
  id: string;

  @LongText()
  sealed: string;

  @At()
  createdAt: number;
}
