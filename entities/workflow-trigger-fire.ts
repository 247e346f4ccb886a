import { Entity, Index } from "typeorm";
import { At, Id, Json, Key, LongText, Ref } from "../runtime/database/columns.js";

/** One time that a trigger fired, and what came of it. `tick` is unique for a trigger: so no tick fires twice. */
@Entity("workflow_trigger_fires")
@Index("UQ_workflow_trigger_fires_tick", ["triggerId", "tick"], { unique: true })
@Index("IX_workflow_trigger_fires_newest", ["triggerId", "createdAt", "id"])
@Index("IX_workflow_trigger_fires_age", ["createdAt"])
export class WorkflowTriggerFire {
  @Id()
  id: string;

  @Ref()
  triggerId: string;

  /** The tick's time, the document's version, or what the caller of the address named. */
  @Key()
  tick: string;

  /**
   * `missed`: its time had long passed when a process came to it. `credential_ended`: no fire, but why the trigger was
   * switched off.
   */
  @Key()
  status: "waiting" | "started" | "refused" | "missed" | "credential_ended";

  @Ref({ nullable: true })
  runId: string | null;

  /** Why no run was started. */
  @LongText({ nullable: true })
  detail: string | null;

  /** What the run is given beside the trigger's own inputs. */
  @Json()
  inputs: Record<string, unknown>;

  /** Of the key or agent whose publish made it fire: the run counts against its limit too. */
  @Ref({ nullable: true })
  budgetId: string | null;

  @At()
  createdAt: number;
}
