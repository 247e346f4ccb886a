import { Entity, Index } from "typeorm";
import type { Auth } from "../contracts/auth.js";
import type { TriggerSettings } from "../contracts/workflow-triggers.js";
import { At, Big, Flag, Id, Int, Json, Key, Ref, Text } from "../runtime/database/columns.js";

/** A trigger that starts runs of a workflow: a schedule, a publish, or a call of its address. */
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

  /** The account that starts the runs. Its runs are billed as those that it starts by hand. */
  @Ref()
  ownerId: string;

  @Text()
  ownerEmail: string;

  /**
   * The kind of the credential that made or last changed the trigger, by which its runs act; null for a
   * session.
   */
  @Key({ nullable: true })
  credentialKind: Auth["kind"] | null;

  @Ref({ nullable: true })
  credentialId: string | null;

  /** Scopes of that credential; null means full access. */
  @Json({ nullable: true })
  scopes: string[] | null;

  @Key()
  kind: "schedule" | "event" | "inbound";

  @Json()
  settings: TriggerSettings;

  /** Inputs of the trigger's runs. */
  @Json()
  inputs: Record<string, unknown>;

  /** The shared project that pays for a personal workflow. */
  @Ref({ nullable: true })
  projectId: string | null;

  /** The project whose publishes fire an enabled event trigger. */
  @Ref({ nullable: true })
  listensTo: string | null;

  @Flag()
  isEnabled: boolean;

  /** Credits that the trigger's runs may spend in one UTC day. */
  @Big()
  dailyCredits: number;

  /** Time of the next tick of a schedule. */
  @At({ nullable: true })
  nextAt: number | null;

  /** Number of addresses that an inbound trigger has had; only the newest address fires it. */
  @Int()
  addressTurn: number;

  @At()
  createdAt: number;

  @At()
  updatedAt: number;
}
