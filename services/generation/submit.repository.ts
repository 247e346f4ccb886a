import { In } from "typeorm";
import { GenerationJob } from "../../entities/generation-job.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** The numbers of a circuit's row, 0 where there is no row. */
export interface CircuitNumbers {
  failures: number;
  openUntil: number;
}

/**
 * Returns the number of waiting jobs of accounts, and the circuits of providers, from one statement. Accounts
 * without jobs and providers without a circuit are left out.
 */
export async function countWaitingAndFailures(
  read: Reader,
  { accounts, providers }: { accounts: readonly string[]; providers: readonly string[] },
): Promise<{ waiting: Map<string, number>; circuits: Map<string, CircuitNumbers> }> {
  const counted = `SELECT 'account' AS what, accountId AS id, COUNT(*) AS number, 0 AS openUntil FROM generation_jobs
    WHERE accountId IN (${placeholders(accounts)}) AND status IN ('queued', 'running') GROUP BY accountId`;
  const failing = `SELECT 'provider' AS what, id, failures AS number, openUntil FROM provider_circuits
    WHERE id IN (${placeholders(providers)})`;
  const rows = await read.query<{ what: string; id: string; number: number; openUntil: number }>(
    providers.length === 0 ? counted : `${counted} UNION ALL ${failing}`,
    [...accounts, ...providers],
  );
  const of = (kind: string) => rows.filter(({ what }) => what === kind);
  return {
    waiting: new Map(of("account").map(({ id, number }) => [id, Number(number)])),
    circuits: new Map(
      of("provider").map((row) => [
        row.id,
        { failures: Number(row.number), openUntil: Number(row.openUntil) },
      ]),
    ),
  };
}

/** Returns the number of an account's queued and running jobs. Reads the index IX_generation_jobs_waiting. */
export const countLiveOfAccount = (read: Reader, accountId: string): Promise<number> =>
  read.count(GenerationJob, { accountId, status: In(["queued", "running"]) });

/** Returns the statements that insert a job, for `withNext`. */
export const insertionOf = (tx: Tx, job: GenerationJob): Statement[] =>
  tx.insertOf(GenerationJob, [job as never]);
