import { Entity } from "typeorm";
import { Id, Json } from "../runtime/database/columns.js";
import type { WorkflowGraph } from "./workflow.js";

/** The graph of a run as it was at the run's start, with the run's inputs in place; `id` is the run's. */
@Entity("workflow_run_graphs")
export class WorkflowRunGraph {
  @Id()
  id: string;

  @Json()
  graph: WorkflowGraph;
}
