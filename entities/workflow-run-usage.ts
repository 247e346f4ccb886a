import { Entity, Index } from "typeorm";
import { Big, Id } from "../runtime/database/columns.js";

/**
 * Bytes that the runs of an account store, without runs of which anything was charged: the sum of their
 * `storedBytes`. `id` is that of the account that started the runs.
 */
@Entity("workflow_run_usage")
@Index("IX_workflow_run_usage_bytes", ["storedBytes"])
export class WorkflowRunUsage {
  @Id()
  id: string;

  @Big()
  storedBytes: number;
}
