import { Entity, Index } from "typeorm";
import { At, Id, Json, Key, LongText, Ref } from "../runtime/database/columns.js";

/**
 * One firing of a trigger and its outcome. `tick` is unique for each trigger, so that no tick fires twice.
 */
@Entity("workflow_trigger_fires")
@Index("UQ_workflow_trigger_fires_tick", ["triggerId", "tick"], { unique: true })
@Index("IX_workflow_trigger_fires_newest", ["triggerId", "createdAt", "id"])
@Index("IX_workflow_trigger_fires_age", ["createdAt"])
export class WorkflowTriggerFire {
  @Id()
  id: string;

  @Ref()
  triggerId: string;

  /**
   * Name of the occasion: the time of a schedule's tick; the id and version of the published document and the
   * time; `call` and the id that the caller of the address gave, or else a new one.
   */
  @Key()
  tick: string;

  /**
   * `missed`: a process came to the tick long after its time. `credential_ended`: no firing, but the reason
   * why the trigger was switched off.
   */
  @Key()
  status: "waiting" | "started" | "refused" | "missed" | "credential_ended";

  @Ref({ nullable: true })
  runId: string | null;

  /** The reason why no run was started. */
  @LongText({ nullable: true })
  detail: string | null;

  /** Inputs that the run gets in addition to those of the trigger. */
  @Json()
  inputs: Record<string, unknown>;

  /**
   * The budget of the key or agent whose publish fired the trigger; the run counts against that budget too.
   */
  @Ref({ nullable: true })
  budgetId: string | null;

  @At()
  createdAt: number;
}
