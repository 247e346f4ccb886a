import { LessThan } from "typeorm";
import { ContentChange } from "../../entities/content-change.js";
import { deleteBatch } from "../../runtime/delete-batch.js";
import type { Host } from "../../runtime/host.js";
import type { TaskHandler } from "../../runtime/tasks/task-handler.js";

const QUEUE = "content.sweep";

/** Who follows the changes of a project and has missed more reads it anew. */
const KEPT_MS = 24 * 3600_000;
const EVERY_MS = 10 * 60_000;

/** The one task that removes old change rows; it puts itself back for ever, and any process may run it. */
export const sweepChanges = (host: Host): TaskHandler => ({
  queue: QUEUE,
  concurrency: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ signal }) {
    const createdAt = LessThan(Date.now() - KEPT_MS);
    while (!signal.aborted && !(await deleteBatch<ContentChange>(host, ContentChange, { createdAt })));
    return { again: { afterMs: EVERY_MS } };
  },
});

/** Starting it twice is one task. */
export const startSweep = (host: Host): Promise<void> =>
  host.transact((tx) => host.tasks.enqueue(tx, { queue: QUEUE, subject: "content", payer: "content" }));
