import { Entity, Index } from "typeorm";
import type { Auth } from "../contracts/auth.js";
import { At, Big, Flag, Id, Json, Key, Ref, Text } from "../runtime/database/columns.js";

/** A run of a workflow with its state. Its graph, nodes and steps have tables of their own. */
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

  /** The starter's address when the run was started, for the ledger. */
  @Text()
  starterEmail: string;

  /**
   * The kind of the credential that started or last resumed the run, by which it acts; null for a session.
   */
  @Key({ nullable: true })
  credentialKind: Auth["kind"] | null;

  @Ref({ nullable: true })
  credentialId: string | null;

  /** Scopes of that credential; null means full access. */
  @Json({ nullable: true })
  scopes: string[] | null;

  /** The trigger that started the run. */
  @Ref({ nullable: true })
  triggerId: string | null;

  @Ref()
  payerId: string;

  /** The shared project to which the run is billed; null means that the starter pays. */
  @Ref({ nullable: true })
  projectId: string | null;

  /**
   * The budget of the key or agent that started or last resumed the run; the run's steps count against it.
   */
  @Ref({ nullable: true })
  budgetId: string | null;

  @Key()
  status: "running" | "complete" | "error" | "stopped";

  /** Set when results of equal nodes of earlier runs are taken over. */
  @Flag()
  reuses: boolean;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;

  /**
   * Bytes for which the run counts in its starter's `workflow_run_usage`: all that it stores, or what is beyond 1 MB for
   * each credit once anything of it was charged. Null for a run from before these bytes were counted.
   */
  @Big({ nullable: true })
  storedBytes: number | null;

  /** From when on it may be removed for room; null while it goes on, and the year 9999 once anything of it was charged. */
  @At({ nullable: true })
  removableFrom: number | null;
}
