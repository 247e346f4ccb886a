import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";
import { deleteEventsBefore } from "./event-log.repository.js";

/** Milliseconds that an event is kept; a stream that comes back later is told to read everything anew. */
const KEPT_MS = 24 * 3600_000;
const EVERY_MS = 10 * 60_000;

/**
 * Makes the task that removes old events. Readers notice a removal, because revisions have no gaps and the
 * head has the newest one.
 */
export const sweepEvents = (host: Pick<Host, "read" | "transact" | "tasks">): RecurringTask =>
  recurringTask(host, {
    queue: "generation.events",
    everyMs: EVERY_MS,
    async run({ signal }) {
      await deleteEventsBefore(host, signal, Date.now() - KEPT_MS);
    },
  });
