import { Entity, Index } from "typeorm";
import { At, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";

/** A graph as it is saved; its nodes and edges are checked against the node types when it runs. */
export interface WorkflowGraph {
  nodes: WorkflowGraphNode[];
  edges: WorkflowGraphEdge[];
}

export interface WorkflowGraphNode {
  id: string;
  type: string;
  x: number;
  y: number;
  data?: unknown;
  version?: unknown;
}

export interface WorkflowGraphEdge {
  id: string;
  source: string;
  target: string;
  sourceHandle?: string | null | undefined;
  targetHandle?: string | null | undefined;
}

/** A saved graph of nodes. */
@Entity("workflows")
@Index("IX_workflows_updated", ["projectId", "updatedAt", "id"])
@Index("IX_workflows_created", ["projectId", "createdAt", "id"])
export class Workflow {
  @Id()
  id: string;

  /** The default project of its creator, or a shared one. */
  @Ref()
  projectId: string;

  @Ref()
  creatorId: string;

  @LongText()
  name: string;

  @Json()
  graph: WorkflowGraph;

  @Int()
  nodeCount: number;

  /** The newest picture or video of the newest complete run. */
  @Ref({ nullable: true })
  previewStorageId: string | null;

  @Key({ nullable: true })
  previewKind: "image" | "video" | null;

  /** Start of the run that the preview is from. */
  @At({ nullable: true })
  previewRunAt: number | null;

  @At()
  createdAt: number;

  @At()
  updatedAt: number;

  /**
   * The time of deletion. Nobody sees the workflow from then on; a task removes its rows once its runs are
   * stopped.
   */
  @At({ nullable: true })
  deletedAt: number | null;
}
