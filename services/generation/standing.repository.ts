import { GenerationJob } from "../../entities/generation-job.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** What a circuit's row says; 0 where there is none. */
export interface CircuitNumbers {
  failures: number;
  openUntil: number;
}

/** How many jobs of accounts wait, and the circuits of providers, in one statement; who has none of them is left out. */
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

/**
 * Jobs with the circuits of their providers, in one statement, and in no particular order. A row that cannot be read, such as one whose
 * parameters are no JSON, has its error in the place of the job.
 */
export async function findJobsAndCircuits(
  read: Reader,
  ids: readonly string[],
): Promise<{ id: string; job: GenerationJob | Error; circuit: CircuitNumbers }[]> {
  const rows = await read.query<Record<string, unknown>>(
    `SELECT job.*, circuit.failures AS circuitFailures, circuit.openUntil AS circuitOpenUntil FROM generation_jobs AS job
      LEFT JOIN provider_circuits AS circuit ON circuit.id = job.provider WHERE job.id IN (${placeholders(ids)})`,
    ids,
  );
  return rows.map((row) => ({
    id: String(row["id"]),
    job: jobOf(read, row),
    circuit: {
      failures: Number(row["circuitFailures"] ?? 0),
      openUntil: Number(row["circuitOpenUntil"] ?? 0),
    },
  }));
}

function jobOf(read: Reader, row: Readonly<Record<string, unknown>>): GenerationJob | Error {
  try {
    return read.entity(GenerationJob, row);
  } catch (error) {
    return new Error(`The row of the job ${String(row["id"])} cannot be read.`, { cause: error });
  }
}
