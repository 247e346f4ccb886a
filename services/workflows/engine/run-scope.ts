import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import type { Host } from "../../../runtime/process/host.js";
import type { ClaimedTask } from "../../../engines/durable-queue/task-handler.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { JobWatch } from "./job-watch.js";
import { lockRunning } from "./run-rows.js";
import type { ToldShares } from "./told-shares.js";

/** What the nodes of a run share while one process works on it. */
export interface RunScope {
  host: Host;
  task: ClaimedTask;
  run: WorkflowRun;
  /** Aborts when this process leaves the run, for whatever reason. */
  signal: AbortSignal;
  /** By id; what earlier processes left included. */
  steps: Map<string, WorkflowRunStep>;
  jobs: JobWatch;
  told: ToldShares;
  /** Makes this process leave the run because of something that is no matter of a node. */
  fail(error: unknown): void;
}

/**
 * Writes for a run, as its only holder and while it goes on. Throws RunOver and LeaseLost. `first` is for what comes
 * before the run in the lock order: balance and project.
 */
export const writeRun = (
  { host, task, run }: Pick<RunScope, "host" | "task" | "run">,
  work: (tx: Tx) => Promise<void>,
  first: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> =>
  host.transact(async (tx) => {
    await first(tx);
    await lockRunning(tx, run.id);
    await work(tx);
    await task.guard(tx);
  });

/** A step that begins. */
export const newStep = (
  { run }: Pick<RunScope, "run">,
  { id, place }: { id: string; place: number },
  kind: WorkflowRunStep["kind"],
): WorkflowRunStep => ({
  id,
  runId: run.id,
  place,
  kind,
  status: "running",
  jobId: null,
  result: null,
  costCredits: null,
  heldCredits: null,
  errorMessage: null,
  createdAt: Date.now(),
});
