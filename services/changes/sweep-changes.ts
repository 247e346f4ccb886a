import { LessThan } from "typeorm";
import { ContentChange } from "../../entities/content-change.js";
import { deleteAll } from "../../runtime/delete-batch.js";
import type { Host } from "../../runtime/host.js";
import { type RecurringTask, recurringTask } from "../../runtime/tasks/recurring-task.js";

/** A reader that has fallen further behind reads the whole project again. */
const KEPT_MS = 24 * 3600_000;
const EVERY_MS = 10 * 60_000;

/** Removes old change rows. */
export const sweepChanges = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "content.sweep",
    everyMs: EVERY_MS,
    async run({ signal }) {
      await deleteAll<ContentChange>(host, signal, ContentChange, {
        createdAt: LessThan(Date.now() - KEPT_MS),
      });
    },
  });
