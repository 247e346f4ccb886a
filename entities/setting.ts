import { Entity } from "typeorm";
import { Id, LongText } from "../runtime/database/columns.js";

/** A fact about the deployment; `id` is its name. */
@Entity("settings")
export class Setting {
  @Id()
  id: string;

  @LongText()
  value: string;
}
