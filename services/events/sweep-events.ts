import { LessThan } from "typeorm";
import { AccountEvent } from "../../entities/account-event.js";
import { deleteAll } from "../../runtime/delete-batch.js";
import type { Host } from "../../runtime/host.js";
import { type RecurringTask, recurringTask } from "../../runtime/tasks/recurring-task.js";

/** A stream that comes back later is told to read everything anew. */
const KEPT_MS = 24 * 3600_000;
const EVERY_MS = 10 * 60_000;

/** Removes old events. A reader notices by the gap: revisions have none. */
export const sweepEvents = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "generation.events",
    everyMs: EVERY_MS,
    async run({ signal }) {
      await deleteAll<AccountEvent>(host, signal, AccountEvent, {
        createdAt: LessThan(Date.now() - KEPT_MS),
      });
    },
  });
