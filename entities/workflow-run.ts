import { Entity, Index } from "typeorm";
import type { Auth } from "../contracts/auth.js";
import { At, Big, Flag, Id, Json, Key, Ref, Text } from "../runtime/database/columns.js";

/** A run of a workflow: whether it goes on, and how it ended. */
@Entity("workflow_runs")
@Index("IX_workflow_runs_newest", ["workflowId", "createdAt", "id"])
@Index("IX_workflow_runs_running", ["workflowId", "status"])
@Index("IX_workflow_runs_project", ["projectId", "status"])
@Index("IX_workflow_runs_starter", ["starterId", "status"])
@Index("IX_workflow_runs_removable", ["starterId", "removableFrom", "storedBytes"])
export class WorkflowRun {
  @Id()
  id: string;

  @Ref()
  workflowId: string;

  @Ref()
  starterId: string;

  /** The starter's address at the start, for the ledger. */
  @Text()
  starterEmail: string;

  /** The key or agent that started or last resumed it; null: a session did. */
  @Key({ nullable: true })
  credentialKind: Auth["kind"] | null;

  @Ref({ nullable: true })
  credentialId: string | null;

  /** Of the key or the connected app; null: full access. */
  @Json({ nullable: true })
  scopes: string[] | null;

  /** The trigger that started it. */
  @Ref({ nullable: true })
  triggerId: string | null;

  @Ref()
  payerId: string;

  /** The shared project that it is billed to; null: the starter pays. */
  @Ref({ nullable: true })
  projectId: string | null;

  /** The budget of the key that started or resumed it: its steps count against it. */
  @Ref({ nullable: true })
  budgetId: string | null;

  @Key()
  status: "running" | "complete" | "error" | "stopped";

  /** Results of equal nodes of earlier runs are taken over. */
  @Flag()
  reuses: boolean;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;

  /** What is counted for it in its starter's `workflow_run_usage`; null for a run of before that was counted. */
  @Big({ nullable: true })
  storedBytes: number | null;

  /** From when on it may be removed for room; null while it goes on, and of one that has cost something. */
  @At({ nullable: true })
  removableFrom: number | null;
}
