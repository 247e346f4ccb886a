import { Entity } from "typeorm";
import { Id, Json } from "../runtime/database/columns.js";
import type { WorkflowGraph } from "./workflow.js";

/** What a run runs: the graph as it was at its start, with the run's inputs in place. `id` is the run's. */
@Entity("workflow_run_graphs")
export class WorkflowRunGraph {
  @Id()
  id: string;

  @Json()
  graph: WorkflowGraph;
}
