import { In } from "typeorm";
import { ContentChange } from "../../entities/content-change.js";
import type { Host } from "../../runtime/host.js";
import { type RecurringTask, recurringTask } from "../../runtime/tasks/recurring-task.js";

/** A reader that has fallen further behind reads the whole project again. */
const KEPT_MS = 24 * 3600_000;
const EVERY_MS = 10 * 60_000;
const BATCH = 500;

/**
 * Removes old change rows, of each project in the order of their revisions, so that what is left has no gaps: rows
 * before an old one go along, whatever the clock of their process has dated them.
 */
export const sweepChanges = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "content.sweep",
    everyMs: EVERY_MS,
    async run({ signal }) {
      const before = Date.now() - KEPT_MS;
      while (!signal.aborted) {
        const newest = await newestOfOldest(host, before);
        if (newest.length === 0) return;
        for (const { projectId, revision } of newest) await removeUpTo(host, signal, projectId, revision);
      }
    },
  });

/** The last revision in each project among the oldest rows that were made before a moment; none: there are none. */
const newestOfOldest = ({ read }: Host, before: number): Promise<{ projectId: string; revision: number }[]> =>
  read.query(
    `SELECT projectId, MAX(revision) AS revision FROM
       (SELECT projectId, revision FROM content_changes WHERE createdAt < ? ORDER BY createdAt LIMIT ?) AS oldest
       GROUP BY projectId`,
    [before, BATCH],
  );

/** Batch by batch, until the signal aborts. */
async function removeUpTo(
  host: Host,
  signal: AbortSignal,
  projectId: string,
  revision: number,
): Promise<void> {
  while (!signal.aborted) {
    const rows = await host.read.query<{ id: string }>(
      "SELECT id FROM content_changes WHERE projectId = ? AND revision <= ? ORDER BY revision LIMIT ?",
      [projectId, revision, BATCH],
    );
    if (rows.length === 0) return;
    await host.transact((tx) => tx.delete(ContentChange, { id: In(rows.map(({ id }) => id)) }));
    if (rows.length < BATCH) return;
  }
}
