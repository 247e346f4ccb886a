import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";
import { deleteChanges, newestOfOldest } from "./change.repository.js";

/**
 * Milliseconds that a change is kept; a reader that has fallen further behind reads the whole project again.
 */
const KEPT_MS = 24 * 3600_000;
const EVERY_MS = 10 * 60_000;
const BATCH = 500;

/**
 * Removes old change rows, those of each project in the order of their revisions, so that the rest has no
 * gaps: rows before an old one are removed too, whatever time the clock of their process gave them.
 */
export const sweepChanges = (host: Pick<Host, "read" | "transact" | "tasks">): RecurringTask =>
  recurringTask(host, {
    queue: "content.sweep",
    everyMs: EVERY_MS,
    async run({ signal }) {
      const before = Date.now() - KEPT_MS;
      while (!signal.aborted) {
        const newest = await newestOfOldest(host.read, before, BATCH);
        if (newest.length === 0) return;
        for (const { projectId, revision } of newest)
          while (!signal.aborted && (await deleteChanges(host, projectId, revision, BATCH)) === BATCH);
      }
    },
  });
