import type { GenerationJob } from "../../entities/generation-job.js";
import type { Host } from "../../runtime/process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/index.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { dropResults } from "./results.js";

/** The queue of tasks that remove the files copied for jobs that failed or were canceled; the subject is the job. */
export const DROP_QUEUE = "generation.dropResults";

/**
 * Queues the removal of a job's files, in the transaction that ends the job without results. The process that ends the job, or still
 * copies for it, removes them at once; the task is for a process that dies before that. So the task is due a lease later, when every
 * process that worked on the job has heard of the end or is dead.
 */
export const queueDrop = (
  tx: Tx,
  { tasks, config }: Pick<Host, "tasks" | "config">,
  { id, payerId }: Pick<GenerationJob, "id" | "payerId">,
): Promise<void> =>
  tasks.enqueue(tx, { queue: DROP_QUEUE, subject: id, payer: payerId, afterMs: config.taskLeaseMs });

export const dropTask = (host: Pick<Host, "read" | "storage">): TaskHandler => ({
  queue: DROP_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: ({ subject }) => dropResults(host, subject),
});
