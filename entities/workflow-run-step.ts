import { Entity, Index } from "typeorm";
import { At, Big, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";

/**
 * What a node asked for and must not do twice. `id` is `<run>.<place>.<call>`, and names the hold of a text. The state
 * of a generation, a transcription or a translation is its job's.
 */
@Entity("workflow_run_steps")
@Index("IX_workflow_run_steps_run", ["runId", "place"])
export class WorkflowRunStep {
  @Id()
  id: string;

  @Ref()
  runId: string;

  @Int()
  place: number;

  @Key()
  kind: "generation" | "transcription" | "translation" | "text" | "value";

  /** Of a text: `running` while credits are held. Of one with a job: `running` from the job's start on. */
  @Key()
  status: "running" | "complete" | "failed";

  @Ref({ nullable: true })
  jobId: string | null;

  /** What a text or a value gave. */
  @Json({ nullable: true })
  result: unknown;

  @Big({ nullable: true })
  costCredits: number | null;

  /** What it counts for in its trigger's day: the most that it can cost, and once it has ended what it cost. */
  @Big({ nullable: true })
  heldCredits: number | null;

  @LongText({ nullable: true })
  errorMessage: string | null;

  @At()
  createdAt: number;
}
