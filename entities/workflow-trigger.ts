import { Entity, Index } from "typeorm";
import type { Auth } from "../contracts/auth.js";
import type { TriggerSettings } from "../contracts/workflow-triggers.js";
import { At, Big, Flag, Id, Int, Json, Key, Ref, Text } from "../runtime/database/columns.js";

/** What starts runs of a workflow by itself: a schedule, a publish, or a call of its address. */
@Entity("workflow_triggers")
@Index("IX_workflow_triggers_workflow", ["workflowId", "createdAt"])
@Index("IX_workflow_triggers_listens", ["listensTo"])
@Index("IX_workflow_triggers_credential", ["credentialId"])
@Index("IX_workflow_triggers_owner", ["ownerId"])
export class WorkflowTrigger {
  @Id()
  id: string;

  @Ref()
  workflowId: string;

  /** Its runs are started as this account, which pays as for runs of its own. */
  @Ref()
  ownerId: string;

  @Text()
  ownerEmail: string;

  /** The key or agent that made or last changed it, by which its runs act; null for a session. */
  @Key({ nullable: true })
  credentialKind: Auth["kind"] | null;

  @Ref({ nullable: true })
  credentialId: string | null;

  /** Of that credential; null: full access. */
  @Json({ nullable: true })
  scopes: string[] | null;

  @Key()
  kind: "schedule" | "event" | "inbound";

  @Json()
  settings: TriggerSettings;

  /** What its runs are given. */
  @Json()
  inputs: Record<string, unknown>;

  /** The shared project that pays for a personal workflow. */
  @Ref({ nullable: true })
  projectId: string | null;

  /** Of an enabled event trigger: the project whose publishes it hears. */
  @Ref({ nullable: true })
  listensTo: string | null;

  @Flag()
  isEnabled: boolean;

  /** Credits that its runs may spend in a day, by UTC. */
  @Big()
  dailyCredits: number;

  /** Of a schedule: the tick that is to come. */
  @At({ nullable: true })
  nextAt: number | null;

  /** Counts the addresses that an inbound trigger has had; only the newest opens it. */
  @Int()
  addressTurn: number;

  @At()
  createdAt: number;

  @At()
  updatedAt: number;
}
