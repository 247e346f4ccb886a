import type { DatabaseAccess } from "../../runtime/database/transaction.js";
import type { ClaimedTask, TaskHandler } from "./task-handler.js";
import type { TaskQueue } from "./task-queue.js";

export interface RecurringTask {
  handler: TaskHandler;
  /** Makes the task due now. It stays one task, though every process of a deployment calls this. */
  start(): Promise<void>;
}

export interface RecurringWork {
  /** The queue, `<area>.<what>`. Its only subject is the area's name. */
  queue: string;
  /** The time from the end of a run to the next one. */
  everyMs: number;
  /** Does one run, and ends early when the task's signal aborts. A run may be repeated, because its process may die. */
  run(task: ClaimedTask): Promise<void>;
}

/**
 * Makes the task of work that a deployment repeats for ever, one run at a time, in any process. A run that throws is repeated
 * after a backoff, however often it fails; one that was cut short is due again at once.
 */
export function recurringTask(
  { tasks, transact }: Pick<DatabaseAccess, "transact"> & { tasks: Pick<TaskQueue, "enqueue"> },
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
