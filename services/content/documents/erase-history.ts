import type { TaskHandler } from "../../../engines/durable-queue/task-handler.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { deleteHistory } from "./revision.repository.js";

/** The subject is a document that is gone. */
const QUEUE = "content.history";

/**
 * Queues the removal of a deleted document's history. Nobody can read it any more, and there is no bound to its size: a transaction that took
 * 400 publishes of 4 MB along would let everybody else wait.
 */
export const queueErasure = (
  host: Pick<Host, "tasks">,
  tx: Tx,
  document: { id: string; projectId: string },
): Promise<unknown> =>
  host.tasks.enqueue(tx, { queue: QUEUE, subject: document.id, payer: document.projectId });

/** Removes histories batch by batch, and retries without a limit. */
export const erasureTask = (host: Host): TaskHandler => ({
  queue: QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject, signal }) {
    while (!(await deleteHistory(host, [{ id: subject }])))
      if (signal.aborted) return { again: { afterMs: 0 } };
    return undefined;
  },
});
