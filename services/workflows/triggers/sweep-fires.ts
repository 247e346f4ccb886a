import type { Host } from "../../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../../engines/durable-queue/index.js";
import { deleteFiresBefore } from "./fire.repository.js";

const DAY_MS = 24 * 3600 * 1000;
const KEPT_MS = 30 * DAY_MS;

/** Returns the task that deletes fires from more than 30 days ago. */
export const sweepFires = (host: Pick<Host, "read" | "transact" | "tasks">): RecurringTask =>
  recurringTask(host, {
    queue: "workflows.sweepFires",
    everyMs: DAY_MS,
    async run({ signal }) {
      await deleteFiresBefore(host, { before: Date.now() - KEPT_MS, signal });
    },
  });
