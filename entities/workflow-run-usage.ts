import { Entity, Index } from "typeorm";
import { Big, Id } from "../runtime/database/columns.js";

/** Bytes that an account's runs store beyond what was paid for: the sum of their `storedBytes`. `id` is the account that started them. */
@Entity("workflow_run_usage")
@Index("IX_workflow_run_usage_bytes", ["storedBytes"])
export class WorkflowRunUsage {
  @Id()
  id: string;

  @Big()
  storedBytes: number;
}
