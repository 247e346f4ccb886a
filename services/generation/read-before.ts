import { GenerationJob } from "../../entities/generation-job.js";
import { SharedRead } from "../../runtime/concurrency/shared-read.js";
import { placeholders } from "../../runtime/database/placeholders.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { processWide } from "../../runtime/process/process-wide.js";
import { type CircuitState, circuitOf, isFaultless } from "./circuit.js";

/** What a submission asks before it takes any lock. */
export interface Standing {
  /** Jobs of its account that wait. */
  waiting: number;
  /** Of its provider. */
  circuit: CircuitState;
}

type Reading = Pick<Host, "read" | "plugins">;

/** In one statement, which submissions that come at the same time share. */
export const readStanding = async (host: Reading, account: string, provider: string): Promise<Standing> =>
  (await standingsOf(host).load(`${account} ${provider}`)) ?? { waiting: 0, circuit: { state: "closed" } };

const standingsOf = ({ read, plugins }: Reading): SharedRead<Standing> =>
  processWide(plugins, "generation.standings", () => new SharedRead((keys) => readStandings(read, keys)));

/** By `ACCOUNT PROVIDER`. A circuit that was found without a failure a moment ago is not asked for again. */
export async function readStandings(read: Reader, keys: readonly string[]): Promise<Map<string, Standing>> {
  const pairs = keys.map((key) => [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)] as const);
  const accounts = [...new Set(pairs.map(([account]) => account))];
  const providers = [...new Set(pairs.map(([, provider]) => provider))];
  const unsure = providers.filter((provider) => !isFaultless(read, provider));
  const counted = `SELECT 'account' AS what, accountId AS id, COUNT(*) AS number, 0 AS openUntil FROM generation_jobs
    WHERE accountId IN (${placeholders(accounts)}) AND status IN ('queued', 'running') GROUP BY accountId`;
  const failing = `SELECT 'provider' AS what, id, failures AS number, openUntil FROM provider_circuits
    WHERE id IN (${placeholders(unsure)})`;
  const asked = performance.now();
  const rows = await read.query<{ what: string; id: string; number: number; openUntil: number }>(
    unsure.length === 0 ? counted : `${counted} UNION ALL ${failing}`,
    [...accounts, ...unsure],
  );
  const found = (kind: string, id: string) => rows.find((row) => row.what === kind && row.id === id);
  const circuits = new Map<string, CircuitState>(
    unsure.map((provider) => {
      const row = found("provider", provider);
      const circuit = { failures: Number(row?.number ?? 0), openUntil: Number(row?.openUntil ?? 0) };
      return [provider, circuitOf(read, provider, { ...circuit, asked })];
    }),
  );
  return new Map(
    pairs.map(([account, provider]) => [
      `${account} ${provider}`,
      {
        waiting: Number(found("account", account)?.number ?? 0),
        circuit: circuits.get(provider) ?? { state: "closed" },
      },
    ]),
  );
}

/** A job as its worker finds it, with its provider's circuit. */
export interface FoundJob {
  job: GenerationJob;
  circuit: CircuitState;
}

/** In one statement, which jobs that begin at the same time share; null when there is no such job. */
export const readBeforeRun = (host: Reading, id: string): Promise<FoundJob | null> =>
  processWide(
    host.plugins,
    "generation.found-jobs",
    () => new SharedRead((ids) => findJobs(host.read, ids)),
  ).load(id);

async function findJobs(read: Reader, ids: readonly string[]): Promise<Map<string, FoundJob>> {
  const asked = performance.now();
  const rows = await read.query<Record<string, unknown>>(
    `SELECT job.*, circuit.failures AS circuitFailures, circuit.openUntil AS circuitOpenUntil FROM generation_jobs AS job
      LEFT JOIN provider_circuits AS circuit ON circuit.id = job.provider WHERE job.id IN (${placeholders(ids)})`,
    ids,
  );
  return new Map(
    rows.map((row) => {
      const job = read.entity(GenerationJob, row);
      const [failures, openUntil] = [
        Number(row["circuitFailures"] ?? 0),
        Number(row["circuitOpenUntil"] ?? 0),
      ];
      return [job.id, { job, circuit: circuitOf(read, job.provider, { failures, openUntil, asked }) }];
    }),
  );
}
