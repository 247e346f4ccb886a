import {
  accountsAfter,
  type Cursor,
  type FreeJobs,
  type JobTable,
  KEPT_MS,
  MOST_FREE,
  removableAfter,
} from "./free-jobs.repository.js";
import type { DatabaseAccess } from "../../../runtime/database/transaction.js";

const ACCOUNTS = 100;
const BATCH = 20;

export interface FreeSweep {
  of: JobTable;
  now: number;
  signal: AbortSignal;
  most?: FreeJobs;
  /** Removes those of the jobs that nothing refers to any more. */
  remove(ids: readonly string[]): Promise<void>;
}

interface Surplus extends FreeJobs {
  accountId: string;
  after: Cursor;
}

/**
 * Removes the oldest jobs that cost nothing of each account that has too many, a day after their end or later. Accounts
 * take turns, a batch each, so that one with many does not keep the removal from others.
 */
export async function sweepFreeJobs(
  { read, longRead }: Pick<DatabaseAccess, "read"> & { longRead: DatabaseAccess["read"] },
  sweep: FreeSweep,
): Promise<void> {
  const { of, signal, most = MOST_FREE } = sweep;
  let left: Surplus[] = [];
  for (let after: string | null = ""; after !== null;) {
    if (signal.aborted) return;
    const found = await accountsAfter(longRead, of, after, ACCOUNTS);
    for (const { accountId, jobs, bytes } of found)
      if (jobs > most.jobs || bytes > most.bytes)
        left.push({
          accountId,
          jobs: jobs - most.jobs,
          bytes: bytes - most.bytes,
          after: { completedAt: 0, id: "" },
        });
    after = found.length < ACCOUNTS ? null : (found.at(-1)?.accountId ?? null);
  }
  while (left.length > 0) {
    const next: Surplus[] = [];
    for (const account of left) {
      if (signal.aborted) return;
      const more = await removeSome(read, sweep, account);
      if (more !== null) next.push(more);
    }
    left = next;
  }
}

/** Removes a batch of an account's jobs. Returns what is left to remove, or null when that is nothing. */
async function removeSome(
  read: DatabaseAccess["read"],
  { of, now, remove }: FreeSweep,
  { accountId, jobs, bytes, after }: Surplus,
): Promise<Surplus | null> {
  const before = now - KEPT_MS;
  const found = await removableAfter(read, of, { accountId, before, after, limit: BATCH });
  let fits = 0;
  let freed = 0;
  for (; fits < found.length && (fits < jobs || freed < bytes); fits += 1) freed += found[fits]?.bytes ?? 0;
  const some = found.slice(0, fits);
  const last = some.at(-1);
  if (last === undefined) return null;
  await remove(some.map(({ id }) => id));
  // A job that is still referred to is not removed, and no newer job is removed for it.
  const left = { accountId, jobs: jobs - fits, bytes: bytes - freed, after: last };
  return fits === BATCH && (left.jobs > 0 || left.bytes > 0) ? left : null;
}
