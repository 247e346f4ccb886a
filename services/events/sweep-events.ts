import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/recurring-task.js";
import { deleteEventsBefore } from "./event-log.repository.js";

/** A stream that comes back later is told to read everything anew. */
const KEPT_MS = 24 * 3600_000;
const EVERY_MS = 10 * 60_000;

/** Removes old events. A reader notices it: revisions have no gaps, and the head has the newest one. */
export const sweepEvents = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "generation.events",
    everyMs: EVERY_MS,
    async run({ signal }) {
      await deleteEventsBefore(host, signal, Date.now() - KEPT_MS);
    },
  });
