import { readReferredJobs } from "../../../contracts/workflow-jobs.js";
import { type RecurringTask, recurringTask } from "../../../engines/durable-queue/index.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import type { Reader } from "../../../runtime/database/reader.js";
import type { Host } from "../../../runtime/process/host.js";
import {
  accountsAfter,
  type Cursor,
  type FreeJobs,
  type JobTable,
  KEPT_MS,
  MOST_FREE,
  removableAfter,
  SWEEP_MS,
} from "./free-jobs.repository.js";

const ACCOUNTS = 100;
const BATCH = 20;

/** The jobs of an area that cost nothing, and how old ones are removed. */
export interface FreeWork {
  /** The queue of the task that removes them. */
  queue: string;
  of: JobTable;
  /** Removes those of the jobs that the area needs no more. No step of a run names any of them. */
  remove(ids: readonly string[], signal: AbortSignal): Promise<void>;
}

export interface FreeSweep {
  now: number;
  signal: AbortSignal;
  requestId: string;
  /** The jobs that stay of an account. */
  most?: FreeJobs;
}

type Sweeping = Pick<Host, "read" | "longRead" | "call">;

/** Makes the task that removes old jobs of an area that cost nothing (rules/generation 22). */
export const freeJobsTask = (host: Host, work: FreeWork): RecurringTask =>
  recurringTask(host, {
    queue: work.queue,
    everyMs: SWEEP_MS,
    run: ({ id, signal }) => sweepFreeJobs(host, work, { now: Date.now(), signal, requestId: id }),
  });

interface Surplus extends FreeJobs {
  accountId: string;
  after: Cursor;
}

/**
 * Removes the oldest jobs that cost nothing of each account that has too many, a day after their end or later. Accounts
 * take turns, a batch each, so that one with many does not keep the removal from others.
 */
export async function sweepFreeJobs(host: Sweeping, work: FreeWork, sweep: FreeSweep): Promise<void> {
  let left = await findSurplus(host.longRead, work.of, sweep);
  while (left.length > 0) {
    const next: Surplus[] = [];
    for (const account of left) {
      if (sweep.signal.aborted) return;
      const more = await removeSome(host, work, sweep, account);
      if (more !== null) next.push(more);
    }
    left = next;
  }
}

/** Returns the accounts that have too many jobs, each with what is to be removed. */
async function findSurplus(
  longRead: Reader,
  of: JobTable,
  { signal, most = MOST_FREE }: FreeSweep,
): Promise<Surplus[]> {
  const surplus: Surplus[] = [];
  let found: Awaited<ReturnType<typeof accountsAfter>> = [];
  do {
    found = await accountsAfter(longRead, of, found.at(-1)?.accountId ?? "", ACCOUNTS);
    for (const { accountId, jobs, bytes } of found)
      if (jobs > most.jobs || bytes > most.bytes)
        surplus.push({
          accountId,
          jobs: jobs - most.jobs,
          bytes: bytes - most.bytes,
          after: { completedAt: 0, id: "" },
        });
  } while (found.length === ACCOUNTS && !signal.aborted);
  return surplus;
}

/** Removes a batch of an account's jobs. Returns what is left to remove, or null when that is nothing. */
async function removeSome(
  host: Sweeping,
  { of, remove }: FreeWork,
  { now, signal, requestId }: FreeSweep,
  { accountId, jobs, bytes, after }: Surplus,
): Promise<Surplus | null> {
  const before = now - KEPT_MS;
  const found = await removableAfter(host.read, of, { accountId, before, after, limit: BATCH });
  let fits = 0;
  let freed = 0;
  for (; fits < found.length && (fits < jobs || freed < bytes); fits += 1) freed += found[fits]?.bytes ?? 0;
  const some = found.slice(0, fits);
  const last = some.at(-1);
  if (last === undefined) return null;
  const ids = some.map(({ id }) => id);
  const { ids: referred } = await host.call(readReferredJobs, { ids }, systemMeta(requestId));
  const free = ids.filter((id) => !referred.includes(id));
  if (free.length > 0) await remove(free, signal);
  // A job that is still referred to is not removed, and no newer job is removed for it.
  const left = { accountId, jobs: jobs - fits, bytes: bytes - freed, after: last };
  return fits === BATCH && (left.jobs > 0 || left.bytes > 0) ? left : null;
}
