import { Entity } from "typeorm";
import { Big, Id, Ref } from "../runtime/database/columns.js";

/** What runs of a trigger have spent, or hold, of those that began on a day. `id` is `<trigger>.<YYYY-MM-DD>`. */
@Entity("workflow_trigger_days")
export class WorkflowTriggerDay {
  @Id()
  id: string;

  @Ref()
  triggerId: string;

  @Big()
  credits: number;
}
