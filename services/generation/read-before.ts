import type { GenerationJob } from "../../entities/generation-job.js";
import { inBackground, SharedRead } from "../../runtime/concurrency/caller.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { processWide } from "../../runtime/process/process-wide.js";
import { type CircuitState, circuitOf, isFaultless } from "./circuit.js";
import { countWaitingAndFailures, findJobsAndCircuits } from "./standing.repository.js";

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
  const asked = performance.now();
  const found = await countWaitingAndFailures(read, { accounts, providers: unsure });
  const circuits = new Map<string, CircuitState>(
    unsure.map((provider) => {
      const circuit = found.circuits.get(provider) ?? { failures: 0, openUntil: 0 };
      return [provider, circuitOf(read, provider, { ...circuit, asked })];
    }),
  );
  return new Map(
    pairs.map(([account, provider]) => [
      `${account} ${provider}`,
      {
        waiting: found.waiting.get(account) ?? 0,
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
    () => new SharedRead((ids) => inBackground(() => findJobs(host.read, ids))),
  ).load(id);

/** One job's row that cannot be read fails that job alone. */
async function findJobs(read: Reader, ids: readonly string[]): Promise<Map<string, FoundJob | Error>> {
  const asked = performance.now();
  const found = await findJobsAndCircuits(read, ids);
  return new Map(
    found.map(({ id, job, circuit }) => [
      id,
      job instanceof Error ? job : { job, circuit: circuitOf(read, job.provider, { ...circuit, asked }) },
    ]),
  );
}
