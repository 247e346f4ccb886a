import { Entity } from "typeorm";
import { Big, Id, Ref } from "../runtime/database/columns.js";

/** Credits spent or held by a trigger's runs that began on one UTC day; `id` is `<trigger>.<YYYY-MM-DD>`. */
@Entity("workflow_trigger_days")
export class WorkflowTriggerDay {
  @Id()
  id: string;

  @Ref()
  triggerId: string;

  @Big()
  credits: number;
}
