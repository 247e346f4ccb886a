import type { ClaimedTask, TaskOutcome } from "../../engines/durable-queue/index.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { takeTrial } from "./circuit.js";
import { type Bounded, MIN_POLL_MS, timeLeft } from "./deadline.js";
import type { JobFailure } from "./end-job.js";
import type { CircuitState } from "./circuit-reads.js";

/** The milliseconds until work looks again whether the trial of other work has closed the circuit. */
const TRIAL_MS = 1000;
/** The milliseconds over which work spreads that waited for the same moment. */
const SPREAD_MS = 500;

/** Work for a provider: a generation job or a transcription. */
interface Behind {
  work: Pick<GenerationJob, "provider" | "pendingSince" | "faultySince">;
  task: ClaimedTask;
  circuit: CircuitState;
  /**
   * Ends the work without a charge. A null failure means that the deadline of its provider or transcriber has
   * passed.
   */
  end(failure: JobFailure | null): Promise<void>;
  /** Stores the time since when the work waits for its provider, where none is stored yet. */
  setFaultySince(tx: Tx, faultySince: number): Promise<void>;
}

/**
 * Makes work wait while its provider's circuit is open, or while other work tries the provider; returns null
 * when the work may go on. Work ends when its own time is over: UPSTREAM_RETRY_SECONDS after it met the
 * fault, or at the deadline of its provider or transcriber (rules/generation 16). So work whose time is over
 * never takes the trial.
 */
export async function holdBehindCircuit(
  host: Pick<Host, "transact" | "config">,
  upstream: Bounded,
  { work, task, circuit, end, setFaultySince }: Behind,
): Promise<{ outcome: TaskOutcome } | null> {
  if (circuit.state === "closed") return null;
  const faultySince = work.faultySince ?? Date.now();
  const retryLeft = faultySince + host.config.upstreamRetryMs - Date.now();
  if (timeLeft(upstream, work) <= 0) return { outcome: await end(null) };
  if (retryLeft <= 0) {
    const message = `The provider ${work.provider} did not work for ${host.config.upstreamRetryMs / 1000} seconds.`;
    return { outcome: await end({ code: "provider_unavailable", message, retryable: true }) };
  }
  if (circuit.state === "half-open" && (await host.transact((tx) => takeTrial(tx, work.provider))))
    return null;
  // The work's time runs from then on, until the provider answers well again.
  if (work.faultySince === null)
    await host.transact(async (tx) => {
      await setFaultySince(tx, faultySince);
      await task.guard(tx);
    });
  const wishedMs = circuit.state === "open" ? circuit.leftMs + Math.random() * SPREAD_MS : TRIAL_MS;
  const afterMs = Math.max(MIN_POLL_MS, Math.min(wishedMs, retryLeft, timeLeft(upstream, work)));
  return { outcome: { again: { afterMs, nothingYet: true } } };
}
