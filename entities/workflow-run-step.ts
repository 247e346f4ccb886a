import { Entity, Index } from "typeorm";
import { At, Big, Id, Int, Json, Key, LongText, Ref } from "../runtime/database/columns.js";

/**
 * A step that a node asked for and that must not be done twice. `id` is `<run>.<place>.<call>` and names the
 * hold of a text. The state of a generation, a transcription or a translation is that of its job.
 */
@Entity("workflow_run_steps")
@Index("IX_workflow_run_steps_run", ["runId", "place"])
@Index("IX_workflow_run_steps_job", ["jobId"])
export class WorkflowRunStep {
  @Id()
  id: string;

  @Ref()
  runId: string;

  @Int()
  place: number;

  @Key()
  kind: "generation" | "transcription" | "translation" | "text" | "value";

  /** A text is `running` while its credits are held, a step with a job from the job's start on. */
  @Key()
  status: "running" | "complete" | "failed";

  @Ref({ nullable: true })
  jobId: string | null;

  /** Result of a text or a value. */
  @Json({ nullable: true })
  result: unknown;

  @Big({ nullable: true })
  costCredits: number | null;

  /**
   * Credits for which the step counts in its trigger's day: the most that it can cost, and its cost once it
   * has ended.
   */
  @Big({ nullable: true })
  heldCredits: number | null;

  @LongText({ nullable: true })
  errorMessage: string | null;

  @At()
  createdAt: number;
}
