import { In } from "typeorm";
import { GenerationJob } from "../../entities/generation-job.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import { RECENT_MS } from "../billing/index.js";

/** The numbers of a circuit's row, 0 where there is no row. */
export interface CircuitNumbers {
  failures: number;
  openUntil: number;
}

/** What submissions ask of the database before they take any lock. */
export interface CountsBeforeSubmit {
  /** The queued and running jobs, by account. */
  waiting: Map<string, number>;
  /** The jobs that ended lately and cost nothing, by account, and the bytes of their parameters. */
  free: Map<string, { jobs: number; bytes: number }>;
  /** The circuits, by provider. */
  circuits: Map<string, CircuitNumbers>;
}

/**
 * Returns the numbers of waiting and of free jobs of accounts, and the circuits of providers, from one statement.
 * Accounts without jobs and providers without a circuit are left out. Reads the indexes IX_generation_jobs_waiting
 * and IX_generation_jobs_free.
 */
export async function countBeforeSubmit(
  read: Reader,
  { accounts, providers }: { accounts: readonly string[]; providers: readonly string[] },
  now = Date.now(),
): Promise<CountsBeforeSubmit> {
  const counted = `SELECT 'account' AS what, accountId AS id, COUNT(*) AS number, 0 AS more FROM generation_jobs
    WHERE accountId IN (${placeholders(accounts)}) AND status IN ('queued', 'running') GROUP BY accountId`;
  const free = `SELECT 'free' AS what, accountId AS id, COUNT(*) AS number, COALESCE(SUM(paramsBytes), 0) AS more
    FROM generation_jobs WHERE costCredits = 0 AND accountId IN (${placeholders(accounts)})
      AND status IN ('failed', 'canceled') AND completedAt > ? GROUP BY accountId`;
  const failing = `SELECT 'provider' AS what, id, failures AS number, openUntil AS more FROM provider_circuits
    WHERE id IN (${placeholders(providers)})`;
  const rows = await read.query<{ what: string; id: string; number: number; more: number }>(
    [counted, free, ...(providers.length === 0 ? [] : [failing])].join(" UNION ALL "),
    [...accounts, ...accounts, now - RECENT_MS, ...providers],
  );
  const of = (kind: string) => rows.filter(({ what }) => what === kind);
  return {
    waiting: new Map(of("account").map(({ id, number }) => [id, Number(number)])),
    free: new Map(
      of("free").map(({ id, number, more }) => [id, { jobs: Number(number), bytes: Number(more) }]),
    ),
    circuits: new Map(
      of("provider").map((row) => [row.id, { failures: Number(row.number), openUntil: Number(row.more) }]),
    ),
  };
}

/** Returns the number of an account's queued and running jobs. Reads the index IX_generation_jobs_waiting. */
export const countLiveOfAccount = (read: Reader, accountId: string): Promise<number> =>
  read.count(GenerationJob, { accountId, status: In(["queued", "running"]) });

/** Returns the statements that insert a job, for `withNext`. */
export const insertionOf = (tx: Tx, job: GenerationJob): Statement[] =>
  tx.insertOf(GenerationJob, [job as never]);
