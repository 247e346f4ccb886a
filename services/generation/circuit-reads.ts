import { ServiceError } from "../../contracts/errors.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import { inBackground } from "../../runtime/concurrency/current-call.js";
import { SharedRead } from "../../runtime/concurrency/shared-read.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { processWide } from "../../runtime/process/process-wide.js";
import { findJobsAndCircuits } from "./job.repository.js";
import { type CircuitNumbers, countBeforeSubmit } from "./submit.repository.js";

/** The failures in a row that open a circuit, for 30 s and until one trial succeeds (rules/models 29). */
export const FAILURES_TO_OPEN = 5;

/** The milliseconds for which a circuit is open before one trial. */
export const OPEN_MS = 30_000;

/** An end of an open circuit that is further ahead than this was written by a wrong clock; the provider may be tried at once. */
export const MOST_OPEN_MS = 2 * OPEN_MS;

export type CircuitState = { state: "closed" } | { state: "open"; leftMs: number } | { state: "half-open" };

/** The state that a submission reads before it takes any lock. */
export interface BeforeSubmit {
  /** The number of the account's queued and running jobs. */
  waiting: number;
  /** The account's jobs that ended lately and cost nothing, and the bytes of their parameters. */
  free: { jobs: number; bytes: number };
  /** The circuit of the provider. */
  circuit: CircuitState;
}

type Reading = Pick<Host, "read" | "plugins">;

/** Reads in one statement what is checked before a submission, which submissions that come at the same time share. */
export const readBeforeSubmit = async (
  host: Reading,
  account: string,
  provider: string,
): Promise<BeforeSubmit> =>
  (await beforeSubmitsOf(host).load(`${account} ${provider}`)) ?? {
    waiting: 0,
    free: NONE,
    circuit: { state: "closed" },
  };

const NONE = { jobs: 0, bytes: 0 };

/** The shared reads of each load of the area. A reload begins a new one; nothing is cached in it. */
const beforeSubmits = new WeakMap<object, SharedRead<BeforeSubmit>>();

function beforeSubmitsOf({ read, plugins }: Reading): SharedRead<BeforeSubmit> {
  const known = beforeSubmits.get(plugins);
  if (known !== undefined) return known;
  const circuits = circuitsOf(read);
  const made = new SharedRead((keys) => readAllBeforeSubmit(read, keys, circuits));
  beforeSubmits.set(plugins, made);
  return made;
}

/**
 * Reads what submissions ask first, by the key `ACCOUNT PROVIDER`. A circuit that was found without a failure a moment ago is
 * not read again.
 */
export async function readAllBeforeSubmit(
  read: Reader,
  keys: readonly string[],
  circuits: Circuits = circuitsOf(read),
): Promise<Map<string, BeforeSubmit>> {
  const pairs = keys.map((key) => [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)] as const);
  const accounts = [...new Set(pairs.map(([account]) => account))];
  const providers = [...new Set(pairs.map(([, provider]) => provider))];
  const unsure = providers.filter((provider) => !isFaultless(circuits, provider));
  const asked = performance.now();
  const found = await countBeforeSubmit(read, { accounts, providers: unsure });
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
        free: found.free.get(account) ?? NONE,
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

/**
 * Reads a job and its circuit in one statement, which jobs that begin at the same time share; returns null
 * when there is no such job.
 */
export const readBeforeRun = (host: Reading, id: string): Promise<FoundJob | null> =>
  processWide(
    host.plugins,
    "generation.found-jobs",
    () => new SharedRead((ids) => inBackground(() => findJobs(host.read, ids))),
  ).load(id);

/** Reads jobs with their circuits. A row that cannot be read fails its own job alone. */
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

/**
 * Returns the state of a circuit from numbers that a statement read, 0 where there is no row. The statement
 * was sent at `asked`, in milliseconds of this process's clock.
 */
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

/**
 * The milliseconds for which a process trusts a read that found a provider without failures, unless the
 * process counts a failure or hears of one.
 */
const FAULTLESS_MS = 250;

/** The facts that this process has about a provider, in milliseconds of its own clock. */
interface Known {
  /** The time of the last read that found no failure. */
  faultlessAt: number;
  /** The time at which this process last counted a failure or heard of one. */
  failedAt: number;
}

/** The facts that this process has about all providers. */
export type Circuits = Map<string, Known>;

/**
 * Returns the circuits of the process. They stay when the area is loaded anew, so that its new code shares
 * the earlier reads.
 */
export const circuitsOf = ({ database }: Pick<Reader, "database">): Circuits =>
  processWide(database, "generation.circuits", () => new Map<string, Known>());

export function knownOf(circuits: Circuits, provider: string): Known {
  const own = circuits.get(provider) ?? { faultlessAt: -Infinity, failedAt: -Infinity };
  circuits.set(provider, own);
  return own;
}

/**
 * Tells whether this process found the provider without a failure a moment ago, and neither counted one nor
 * heard of one since.
 */
export const isFaultless = (circuits: Circuits, provider: string, withinMs: number = FAULTLESS_MS): boolean =>
  knownOf(circuits, provider).faultlessAt > performance.now() - withinMs;

export function stateOf(circuit: CircuitNumbers, now: number): CircuitState {
  if (circuit.failures < FAILURES_TO_OPEN) return { state: "closed" };
  return circuit.openUntil > now && circuit.openUntil <= now + MOST_OPEN_MS
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
