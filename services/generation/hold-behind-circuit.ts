import type { ClaimedTask, TaskOutcome } from "../../engines/durable-queue/task-handler.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { takeTrial } from "./circuit.js";
import { type Bounded, MIN_POLL_MS, timeLeft } from "./deadline.js";
import type { JobFailure } from "./end-job.js";
import type { CircuitState } from "./standing.js";

/** How soon work looks again whether another piece's trial has closed the circuit. */
const TRIAL_MS = 1000;
/** Work that waited for the same moment does not come back in it. */
const SPREAD_MS = 500;

/** Work for a provider: a generation job or a transcription. */
interface Behind {
  work: Pick<GenerationJob, "provider" | "pendingSince" | "faultySince">;
  task: ClaimedTask;
  circuit: CircuitState;
  /** Ends the work without a charge; null: it is over the deadline of what works on it. */
  end(failure: JobFailure | null): Promise<void>;
  /** Stores since when the work waits for its provider, where that is not stored yet. */
  noteFaultySince(tx: Tx, faultySince: number): Promise<void>;
}

/**
 * Has work wait while its provider's circuit is open, or while other work tries the provider; null to go on. Each piece of work
 * ends when its own time is over: UPSTREAM_RETRY_SECONDS from when it met the fault, or the deadline of what works on it
 * (rules/generation 16). So nothing that is over takes the trial.
 */
export async function holdBehindCircuit(
  host: Pick<Host, "transact" | "config">,
  upstream: Bounded,
  { work, task, circuit, end, noteFaultySince }: Behind,
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
  // From then on its time runs, until an answer of the provider is good again.
  if (work.faultySince === null)
    await host.transact(async (tx) => {
      await noteFaultySince(tx, faultySince);
      await task.guard(tx);
    });
  const wishedMs = circuit.state === "open" ? circuit.leftMs + Math.random() * SPREAD_MS : TRIAL_MS;
  const afterMs = Math.max(MIN_POLL_MS, Math.min(wishedMs, retryLeft, timeLeft(upstream, work)));
  return { outcome: { again: { afterMs, nothingYet: true } } };
}
