import { Entity, Index } from "typeorm";
import { At, Big, Flag, Hash, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";
import type { NodeValue } from "../plugins/kit/node-value.js";

export type NodeStatus = "pending" | "running" | "complete" | "error" | "skipped" | "stopped";

/** A node of a run; `id` is `<run>.<place>`. */
@Entity("workflow_run_nodes")
@Index("IX_workflow_run_nodes_run", ["runId", "place"])
@Index("IX_workflow_run_nodes_content", ["payerId", "contentHash"])
export class WorkflowRunNode {
  @Id()
  id: string;

  @Ref()
  runId: string;

  /** Place of the node among the nodes of the graph, from 0. */
  @Int()
  place: number;

  @LongText()
  nodeId: string;

  @Ref()
  payerId: string;

  @Key()
  status: NodeStatus;

  /** The reason why the node failed. */
  @LongText({ nullable: true })
  detail: string | null;

  /** Progress that the running node reported, from 0 to 1000; it means nothing once the node has ended. */
  @Int({ nullable: true })
  progressThousandths: number | null;

  /** Values by output port, in the order of the ports; the first one is the node's `output`. */
  @Json({ nullable: true })
  outputs: Record<string, NodeValue> | null;

  @Big({ nullable: true })
  costCredits: number | null;

  /**
   * Hash of type, version, settings and contents of the inputs; null unless the node is complete and its
   * result may be taken over.
   */
  @Hash({ nullable: true })
  contentHash: string | null;

  /** Set when the result was taken over from an equal node of an earlier run. */
  @Flag()
  isCached: boolean;

  @At({ nullable: true })
  completedAt: number | null;
}
