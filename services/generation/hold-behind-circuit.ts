import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskOutcome } from "../../engines/durable-queue/task-handler.js";
import { takeTrial } from "./circuit.js";
import { failLate, MIN_POLL_MS, timeLeft } from "./deadline.js";
import { noteFaultySince } from "./job.repository.js";
import type { CircuitState } from "./standing.js";

/** How soon a job looks again whether another one's trial has closed the circuit. */
const TRIAL_MS = 1000;
/** Jobs that waited for the same moment do not come back in it. */
const SPREAD_MS = 500;

/**
 * Has a job wait while its provider's circuit is open, or while another job tries the provider; null to go on. Each job ends
 * when its own time is over: UPSTREAM_RETRY_SECONDS from when it met the fault, or its provider's deadline (rules/generation 16).
 */
export async function holdBehindCircuit(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  { job, circuit }: { job: GenerationJob; circuit: CircuitState },
): Promise<{ outcome: TaskOutcome } | null> {
  if (circuit.state === "closed") return null;
  const faultySince = job.faultySince ?? Date.now();
  const retryLeft = faultySince + host.config.upstreamRetryMs - Date.now();
  if (timeLeft(provider, job) <= 0) return { outcome: await failLate(host, provider, task, job) };
  if (retryLeft <= 0) {
    const message = `The provider ${job.provider} did not work for ${host.config.upstreamRetryMs / 1000} seconds.`;
    const failure = { code: "provider_unavailable", message, retryable: true };
    return { outcome: await failLate(host, provider, task, job, failure) };
  }
  if (circuit.state === "half-open" && (await host.transact((tx) => takeTrial(tx, job.provider))))
    return null;
  if (job.faultySince === null) await noteFault(host, task, job, faultySince);
  const wishedMs = circuit.state === "open" ? circuit.leftMs + Math.random() * SPREAD_MS : TRIAL_MS;
  const afterMs = Math.max(MIN_POLL_MS, Math.min(wishedMs, retryLeft, timeLeft(provider, job)));
  return { outcome: { again: { afterMs, nothingYet: true } } };
}

/** From then on the job's time runs, until an answer of the provider is good again. */
const noteFault = (
  host: Pick<Host, "transact">,
  task: ClaimedTask,
  { id }: GenerationJob,
  faultySince: number,
): Promise<void> =>
  host.transact(async (tx) => {
    await noteFaultySince(tx, { id, faultySince });
    await task.guard(tx);
  });
