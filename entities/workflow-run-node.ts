import { Entity, Index } from "typeorm";
import { At, Big, Flag, Hash, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";
import type { NodeValue } from "../plugins/kit/node-value.js";

export type NodeStatus = "pending" | "running" | "complete" | "error" | "skipped" | "stopped";

/** A node of a run. `id` is `<run>.<place>`. */
@Entity("workflow_run_nodes")
@Index("IX_workflow_run_nodes_run", ["runId", "place"])
@Index("IX_workflow_run_nodes_content", ["payerId", "contentHash"])
export class WorkflowRunNode {
  @Id()
  id: string;

  @Ref()
  runId: string;

  /** Where it stands among the nodes of the graph, from 0. */
  @Int()
  place: number;

  @LongText()
  nodeId: string;

  @Ref()
  payerId: string;

  @Key()
  status: NodeStatus;

  /** Why it failed. */
  @LongText({ nullable: true })
  detail: string | null;

  /** What the running node said of how far it is, from 0 to 1000; of no meaning once it has ended. */
  @Int({ nullable: true })
  progressThousandths: number | null;

  /** By port, in the order of the ports; the first one is the node's `output`. */
  @Json({ nullable: true })
  outputs: Record<string, NodeValue> | null;

  @Big({ nullable: true })
  costCredits: number | null;

  /** Of a complete node whose result may be taken over: type, version, settings and contents of the inputs. */
  @Hash({ nullable: true })
  contentHash: string | null;

  /** The result was taken over from an equal node. */
  @Flag()
  isCached: boolean;

  @At({ nullable: true })
  completedAt: number | null;
}
