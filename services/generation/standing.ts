import { ServiceError } from "../../contracts/errors.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import { inBackground } from "../../runtime/concurrency/current-call.js";
import { SharedRead } from "../../runtime/concurrency/shared-read.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { processWide } from "../../runtime/process/process-wide.js";
import { findJobsAndCircuits } from "./job.repository.js";
import { type CircuitNumbers, countWaitingAndFailures } from "./submit.repository.js";

/** Opens after 5 failures in a row, for 30 s, then one trial (rules/models 29). */
export const FAILURES_TO_OPEN = 5;

export type CircuitState = { state: "closed" } | { state: "open"; leftMs: number } | { state: "half-open" };

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

/** A reload of the area begins another one: nothing is kept in it. */
const standings = new WeakMap<object, SharedRead<Standing>>();

function standingsOf({ read, plugins }: Reading): SharedRead<Standing> {
  const known = standings.get(plugins);
  if (known !== undefined) return known;
  const circuits = circuitsOf(read);
  const made = new SharedRead((keys) => readStandings(read, keys, circuits));
  standings.set(plugins, made);
  return made;
}

/** By `ACCOUNT PROVIDER`. A circuit that was found without a failure a moment ago is not asked for again. */
export async function readStandings(
  read: Reader,
  keys: readonly string[],
  circuits: Circuits = circuitsOf(read),
): Promise<Map<string, Standing>> {
  const pairs = keys.map((key) => [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)] as const);
  const accounts = [...new Set(pairs.map(([account]) => account))];
  const providers = [...new Set(pairs.map(([, provider]) => provider))];
  const unsure = providers.filter((provider) => !isFaultless(circuits, provider));
  const asked = performance.now();
  const found = await countWaitingAndFailures(read, { accounts, providers: unsure });
  const states = new Map<string, CircuitState>(
    unsure.map((provider) => {
      const circuit = found.circuits.get(provider) ?? { failures: 0, openUntil: 0 };
      return [provider, circuitOf(circuits, provider, { ...circuit, asked })];
    }),
  );
  return new Map(
    pairs.map(([account, provider]) => [
      `${account} ${provider}`,
      {
        waiting: found.waiting.get(account) ?? 0,
        circuit: states.get(provider) ?? { state: "closed" },
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
  const circuits = circuitsOf(read);
  return new Map(
    found.map(({ id, job, circuit }) => [
      id,
      job instanceof Error ? job : { job, circuit: circuitOf(circuits, job.provider, { ...circuit, asked }) },
    ]),
  );
}

/** The state of a circuit by the numbers that a statement has read, which was sent at `asked` of this process's clock; 0 where there are none. */
export function circuitOf(
  circuits: Circuits,
  provider: string,
  { failures, openUntil, asked }: { failures: number; openUntil: number; asked: number },
  now = Date.now(),
): CircuitState {
  noteRead(circuits, { provider, failures, asked });
  return stateOf({ failures, openUntil }, now);
}

function noteRead(
  circuits: Circuits,
  { provider, failures, asked }: { provider: string; failures: number; asked: number },
): void {
  const known = knownOf(circuits, provider);
  known.faultlessAt = failures === 0 && asked > known.failedAt ? asked : -Infinity;
}

/** For this time a process trusts that a provider has no failure after it read so, unless it counts a failure or hears of one. */
const FAULTLESS_MS = 250;

/** What this process knows of a provider, in milliseconds of its own clock. */
interface Known {
  /** When it asked last and found no failure. */
  faultlessAt: number;
  /** When it counted one, or heard of one. */
  failedAt: number;
}

/** What this process knows of all providers. */
export type Circuits = Map<string, Known>;

/** Of the process, also where the area was loaded anew: what the code before it has read is shared. */
export const circuitsOf = ({ database }: Pick<Reader, "database">): Circuits =>
  processWide(database, "generation.circuits", () => new Map<string, Known>());

export function knownOf(circuits: Circuits, provider: string): Known {
  const own = circuits.get(provider) ?? { faultlessAt: -Infinity, failedAt: -Infinity };
  circuits.set(provider, own);
  return own;
}

/** Whether this process found the provider without a failure a moment ago, and neither counted one nor heard of one since. */
export const isFaultless = (circuits: Circuits, provider: string, withinMs: number = FAULTLESS_MS): boolean =>
  knownOf(circuits, provider).faultlessAt > performance.now() - withinMs;

export function stateOf(circuit: CircuitNumbers, now: number): CircuitState {
  if (circuit.failures < FAILURES_TO_OPEN) return { state: "closed" };
  return circuit.openUntil > now
    ? { state: "open", leftMs: circuit.openUntil - now }
    : { state: "half-open" };
}

export function refuseOpen(provider: string, circuit: CircuitState): void {
  if (circuit.state !== "open") return;
  throw new ServiceError(
    "provider_unavailable",
    `The provider ${provider} is failing at the moment. Nothing was charged; retry later.`,
    {
      details: { retryAfterSeconds: circuit.leftMs / 1000 },
    },
  );
}
