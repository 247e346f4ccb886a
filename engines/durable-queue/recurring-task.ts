import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler } from "./task-handler.js";

export interface RecurringTask {
  handler: TaskHandler;
  /** Makes it due now. Started by every process of a deployment, it is still one task. */
  start(): Promise<void>;
}

export interface RecurringWork {
  /** The queue, `<area>.<what>`. Its only subject is the area's name. */
  queue: string;
  /** From the end of a run to the next. */
  everyMs: number;
  /** Does one run, and ends early when the task's signal aborts. A run may be repeated, because its process may die. */
  run(task: ClaimedTask): Promise<void>;
}

/**
 * Work that a deployment does over and over, one run at a time, in any process. A run that throws is repeated after a
 * backoff, however often it fails; one that was cut short is due again at once.
 */
export function recurringTask(
  { tasks, transact }: Pick<Host, "tasks" | "transact">,
  { queue, everyMs, run }: RecurringWork,
): RecurringTask {
  const [subject = queue] = queue.split(".");
  return {
    handler: {
      queue,
      concurrency: 1,
      maxAttempts: Number.MAX_SAFE_INTEGER,
      async run(task) {
        await run(task);
        return { again: { afterMs: task.signal.aborted ? 0 : everyMs } };
      },
    },
    start: () => transact((tx) => tasks.enqueue(tx, { queue, subject, payer: "system" })),
  };
}
