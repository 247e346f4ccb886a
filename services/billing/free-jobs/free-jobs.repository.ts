import { ServiceError } from "../../../contracts/errors.js";
import type { Reader } from "../../../runtime/database/reader.js";

/**
 * A table of jobs. Its jobs that have ended and cost nothing are found by an index of the columns `cost`, `account`,
 * `status`, `completedAt` and, where there is one, `bytes`.
 */
export interface JobTable {
  table: "generation_jobs" | "transcriptions" | "translation_jobs";
  cost: "costCredits" | "creditsSpent";
  /** The column with the account that asked for a job. */
  account: "accountId" | "startedById";
  /** The states of jobs that ended and may have cost nothing. */
  ended: readonly string[];
  /** The column with the bytes that a job stores, or null where all jobs are short. */
  bytes: "paramsBytes" | null;
}

export interface FreeJobs {
  jobs: number;
  bytes: number;
}

/** The jobs of one account and kind that ended and cost nothing, of which the newest stay (rules/generation 22). */
export const MOST_FREE: FreeJobs = { jobs: 1000, bytes: 100 * 1024 * 1024 };
/** The time after its end in which a job is not removed: repeats with its `Idempotency-Key` find it so long. */
export const KEPT_MS = 24 * 3600_000;
/** The interval of the removal. */
export const SWEEP_MS = 5 * 60_000;
/** The time after its end in which a job counts as one that ended lately: the removal leaves it alone. */
export const RECENT_MS = KEPT_MS + SWEEP_MS;
/** The jobs that may end within that time, so that those that wait for their removal have a bound too. */
export const MOST_RECENT: FreeJobs = { jobs: 20 * MOST_FREE.jobs, bytes: 10 * MOST_FREE.bytes };

const isFree = ({ cost, ended }: JobTable): string =>
  `${cost} = 0 AND status IN (${ended.map((status) => `'${status}'`).join(", ")})`;
const sumOf = ({ bytes }: JobTable): string => (bytes === null ? "0" : `COALESCE(SUM(${bytes}), 0)`);

interface Row {
  accountId: string;
  jobs: number | string;
  bytes: number | string;
}
const countsOf = ({ accountId, jobs, bytes }: Row) => ({
  accountId,
  jobs: Number(jobs),
  bytes: Number(bytes),
});

/** Returns the jobs that cost nothing, of the next accounts that have any. */
export async function accountsAfter(
  longRead: Reader,
  of: JobTable,
  after: string,
  limit: number,
): Promise<(FreeJobs & { accountId: string })[]> {
  const { table, cost, account } = of;
  const counted = `CASE WHEN ${isFree(of)} THEN`;
  const bytes = of.bytes === null ? "0" : `SUM(${counted} COALESCE(${of.bytes}, 0) ELSE 0 END)`;
  const rows = await longRead.query<Row>(
    `SELECT ${account} AS accountId, SUM(${counted} 1 ELSE 0 END) AS jobs, ${bytes} AS bytes
      FROM ${table} WHERE ${cost} = 0 AND ${account} > ? GROUP BY ${account} ORDER BY ${account} LIMIT ${limit}`,
    [after],
  );
  return rows.map(countsOf);
}

/** Returns the next removable jobs of an account, the oldest first, after the one at the cursor. */
export async function removableAfter(
  read: Reader,
  of: JobTable,
  { accountId, before, after, limit }: { accountId: string; before: number; after: Cursor; limit: number },
): Promise<Removable[]> {
  const rows = await read.query<Removable>(
    `SELECT id, completedAt, ${of.bytes === null ? "0" : `COALESCE(${of.bytes}, 0)`} AS bytes FROM ${of.table}
      WHERE ${isFree(of)} AND ${of.account} = ? AND completedAt < ? AND completedAt >= ? AND (completedAt > ? OR id > ?)
      ORDER BY completedAt, id LIMIT ${limit}`,
    [accountId, before, after.completedAt, after.completedAt, after.id],
  );
  return rows.map(({ id, completedAt, bytes }) => ({
    id,
    completedAt: Number(completedAt),
    bytes: Number(bytes),
  }));
}

export interface Cursor {
  completedAt: number;
  id: string;
}
export interface Removable extends Cursor {
  bytes: number;
}

const areTooMany = ({ jobs, bytes }: FreeJobs): boolean =>
  jobs >= MOST_RECENT.jobs || bytes >= MOST_RECENT.bytes;

/**
 * Throws `rate_limited` where so many jobs of an account ended at no cost lately that they would be more than the
 * removal, which leaves new ones alone for a day, keeps.
 */
export async function refuseManyFree(
  read: Reader,
  of: JobTable,
  { accountId, noun }: { accountId: string; noun: string },
  now = Date.now(),
): Promise<void> {
  const [row] = await read.query<{ jobs: number; bytes: number; first: number | null }>(
    `SELECT COUNT(*) AS jobs, ${sumOf(of)} AS bytes, MIN(completedAt) AS first FROM ${of.table}
      WHERE ${isFree(of)} AND ${of.account} = ? AND completedAt > ?`,
    [accountId, now - RECENT_MS],
  );
  if (row === undefined || !areTooMany({ jobs: Number(row.jobs), bytes: Number(row.bytes) })) return;
  const inMs = Math.max(1000, Number(row.first) + RECENT_MS - now);
  throw new ServiceError(
    "rate_limited",
    `${Number(row.jobs).toLocaleString("en")} of your ${noun} failed or were canceled at no cost in the last 24 hours, or they store too much together. The first of them counts no more from ${new Date(now + inMs).toISOString()} on.`,
    { details: { retryAfterSeconds: Math.ceil(inMs / 1000) } },
  );
}
