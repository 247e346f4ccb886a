import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import { cancelQueue } from "./cancel-job.js";
import { endUnfinished, type JobFailure } from "./end-job.js";

/** The seconds that a job may stay pending, where its provider declares nothing else (rules/models 32). */
const DEFAULT_SECONDS = 24 * 3600;
/** The shortest time between two polls of a provider, whatever the provider wishes (rules/models 32). */
export const MIN_POLL_MS = 200;

/** A provider or transcriber that works on a job, and may declare the longest time that its work takes. */
export type Bounded = Pick<ModelProvider, "id" | "deadlineSeconds">;
type Waiting = Pick<GenerationJob, "pendingSince">;

export const deadlineMs = ({ deadlineSeconds = DEFAULT_SECONDS }: Bounded): number => deadlineSeconds * 1000;

/** Returns the milliseconds until pending work is over; Infinity while no upstream has taken it. */
export const timeLeft = (provider: Bounded, { pendingSince }: Waiting): number =>
  pendingSince === null ? Infinity : pendingSince + deadlineMs(provider) - Date.now();

/**
 * Returns the milliseconds until the next poll: as the provider wishes, within bounds, and no later than the
 * work's deadline.
 */
export const waitForPoll = (provider: Bounded, job: Waiting, wishedMs: number): number =>
  Math.max(MIN_POLL_MS, Math.min(wishedMs, timeLeft(provider, job)));

const late = (provider: ModelProvider): JobFailure => ({
  code: "timeout",
  message: `The provider ${provider.id} did not finish this job within ${deadlineMs(provider) / 1000} seconds.`,
  retryable: true,
});

/** Fails a job that stayed pending for too long, and has its upstream told to stop. */
export async function failLate(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
  failure: JobFailure | null = null,
): Promise<void> {
  await host.transact(async (tx) => {
    if (await endUnfinished(tx, host, job, "failed", failure ?? late(provider)))
      await host.tasks.enqueue(tx, {
        queue: cancelQueue(job.kind, job.provider),
        subject: job.id,
        payer: job.payerId,
      });
    await task.complete(tx);
  });
}
