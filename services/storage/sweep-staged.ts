import { ServiceError } from "../../contracts/errors.js";
import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask, type ClaimedTask } from "../../engines/durable-queue/index.js";
import { findStagedBefore } from "./object.repository.js";
import { SWEEP_QUEUE } from "./queues.js";
import { TICKET_MS } from "./reservations.js";
import { removeObject } from "./remove-object.js";

/**
 * Milliseconds between sweeps: the bytes of ended tickets, which reserve nothing any more, go soon
 * (rules/storage 15).
 */
const EVERY_MS = 60_000;
const BATCH = 200;

/** Makes the task that removes abandoned uploads. */
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

/** Ignores `not_found` of an object that was committed at the last moment, or swept by another process. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ServiceError && error.code === "not_found")) throw error;
}
