import { ServiceError } from "../../contracts/errors.js";
import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/recurring-task.js";
import type { ClaimedTask } from "../../engines/durable-queue/task-handler.js";
import { findStagedBefore } from "./object.repository.js";
import { SWEEP_QUEUE } from "./queues.js";
import { TICKET_MS } from "./reservations.js";
import { removeObject } from "./remove-object.js";

/** Tickets that are over reserve nothing any more, so their bytes go soon (rules/storage 15). */
const EVERY_MS = 60_000;
const BATCH = 200;

/** Removes abandoned uploads. */
export const sweepStaged = (host: Host): RecurringTask =>
  recurringTask(host, { queue: SWEEP_QUEUE, everyMs: EVERY_MS, run: (task) => sweep(host, task) });

async function sweep(host: Host, { signal }: ClaimedTask): Promise<void> {
  const before = Date.now() - TICKET_MS;
  for (;;) {
    const found = await findStagedBefore(host.read, { before, limit: BATCH });
    for (const object of found) {
      if (signal.aborted) return;
      await removeObject(host, object).catch(ignoreGone);
    }
    if (found.length < BATCH) return;
  }
}

/** Committed at the last moment, or swept by another process. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ServiceError && error.code === "not_found")) throw error;
}
