import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import type { Host } from "../../../runtime/process/host.js";
import type { ClaimedTask } from "../../../engines/durable-queue/index.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { JobWatch } from "./job-watch.js";
import { lockRunning } from "./run-rows.js";
import type { ToldShares } from "./told-shares.js";

/** The state that the nodes of a run share while one process works on it. */
export interface RunScope {
  host: Host;
  task: ClaimedTask;
  run: WorkflowRun;
  /** Aborts when this process leaves the run, for whatever reason. */
  signal: AbortSignal;
  /** The run's steps by id, those of earlier processes included. */
  steps: Map<string, WorkflowRunStep>;
  jobs: JobWatch;
  told: ToldShares;
  /** Makes this process leave the run because of an error that is not about a node. */
  fail(error: unknown): void;
}

/**
 * Writes for a run that goes on, as its only holder. Throws RunOver and LeaseLost. `first` does the writes that
 * come before the run in the lock order: balance and project.
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

/** Returns the row of a step that begins. */
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
