import { Entity } from "typeorm";
import { At, Id, LongText } from "../runtime/database/columns.js";

/**
 * A mail that waits to be sent; the row is deleted once the mail is handed over or given up. The mail is
 * sealed, because it may hold a credential.
 */
@Entity("mails")
export class Mail {
  @Id()
  id: string;

  @LongText()
  sealed: string;

  @At()
  createdAt: number;
}
