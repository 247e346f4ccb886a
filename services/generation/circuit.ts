import type { GaugeSource } from "../../runtime/process/gauges.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import {
  changeCircuit,
  closeCircuit,
  findCircuit,
  findCircuits,
  lockCircuit,
  markTrial,
} from "./circuit.repository.js";
import {
  circuitOf,
  circuitsOf,
  type CircuitState,
  FAILURES_TO_OPEN,
  isFaultless,
  knownOf,
  MOST_OPEN_MS,
  OPEN_MS,
  refuseOpen,
  stateOf,
} from "./circuit-reads.js";

/** Returns the state of a provider's circuit, which all nodes share. */
export async function readCircuit(reader: Reader, provider: string, now = Date.now()): Promise<CircuitState> {
  const asked = performance.now();
  const circuit = await findCircuit(reader, provider);
  return circuitOf(circuitsOf(reader), provider, { failures: 0, openUntil: 0, ...circuit, asked }, now);
}

const NUMBERS: Readonly<Record<CircuitState["state"], number>> = { closed: 0, "half-open": 1, open: 2 };

/**
 * Reports the state of each circuit of the deployment that has ever counted a failure to `/metrics`. A
 * replica's answer may be behind.
 */
export const circuitGauge = ({ longRead }: Pick<Host, "longRead">): GaugeSource => ({
  name: "kiln_provider_circuit",
  help: "Whether the circuit of a provider is closed (0), half open (1) or open (2). One that never failed is missing.",
  labels: ["provider"],
  async read() {
    const now = Date.now();
    const circuits = await findCircuits(longRead);
    return circuits.map((circuit) => ({
      labels: { provider: circuit.id },
      value: NUMBERS[stateOf(circuit, now).state],
    }));
  },
});

/** Refuses new work for a provider whose circuit is open, before any charge. */
export async function refuseOpenCircuit(reader: Reader, provider: string): Promise<void> {
  refuseOpen(provider, await readCircuit(reader, provider));
}

/**
 * Notes that this process or another one counted a failure of the provider, so that earlier reads are not
 * trusted any more.
 */
function hearOfFailure(reader: Pick<Reader, "database">, provider: string): void {
  Object.assign(knownOf(circuitsOf(reader), provider), {
    faultlessAt: -Infinity,
    failedAt: performance.now(),
  });
}

/** Counts an upstream fault and tells all processes. */
export const countFault = (
  { transact, signals }: Pick<Host, "transact" | "signals">,
  provider: string,
): Promise<void> =>
  transact(async (tx) => {
    await noteFailure(tx, provider);
    tx.afterCommit(() => signals.send("provider.failed", { provider }));
  });

/**
 * Subscribes this process to the failures that other processes count; returns the function that ends the
 * subscription.
 */
export const hearOfFailures = ({ signals, read }: Pick<Host, "signals" | "read">): (() => void) =>
  signals.on("provider.failed", ({ provider }) => hearOfFailure(read, provider));

/** Counts an upstream fault. The fifth in a row, or a failed trial, opens the circuit. */
export async function noteFailure(tx: Tx, provider: string, now = Date.now()): Promise<void> {
  hearOfFailure(tx, provider);
  tx.afterCommit(() => hearOfFailure(tx, provider));
  const known = await lockCircuit(tx, provider);
  const failures = known.failures + 1;
  const isOpen = known.openUntil > now && known.openUntil <= now + MOST_OPEN_MS;
  const opens = failures >= FAILURES_TO_OPEN && !isOpen;
  await changeCircuit(tx, { id: provider, failures, ...(opens && { openUntil: now + OPEN_MS }) });
}

/**
 * The milliseconds after a read without a failure in which a success writes nothing. The time ends early with
 * a failure that the process counts, finds as it begins a job, or hears of from the process that counted it.
 * Where that message is lost and no job begins meanwhile, a circuit that others open stays open for its time.
 */
const NOTHING_TO_RESET_MS = 2000;

/**
 * Closes the circuit after a success. Nothing is written where this process has just read that there is no
 * failure.
 */
export async function noteSuccess(tx: Tx, provider: string): Promise<void> {
  if (isFaultless(circuitsOf(tx), provider, NOTHING_TO_RESET_MS)) return;
  await closeCircuit(tx, provider);
}

/**
 * Returns true for the one caller that may try a half-open provider. A trial that never reports is replaced
 * after 30 s.
 */
export const takeTrial = (tx: Tx, provider: string, now = Date.now()): Promise<boolean> =>
  markTrial(tx, { provider, at: now, since: now - OPEN_MS, ahead: now + MOST_OPEN_MS });
