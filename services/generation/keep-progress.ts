import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider, ProviderProgress } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import { type ClaimedTask, LeaseLost } from "../../engines/durable-queue/index.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { announceJob } from "./announce-job.js";
import { cancelOrphan } from "./cancel-orphan.js";
import { NothingSent } from "./provider-calls.js";
import { pending, submitting } from "./job-change.repository.js";

type Pending = ProviderProgress & { state: "pending" };

/** Stores that the job is about to be submitted, before it is. Throws LeaseLost when the job has ended. */
export const storeIntent = (host: Host, task: ClaimedTask, job: GenerationJob): Promise<void> =>
  host.transact(async (tx) => {
    const isNews = job.status === "queued";
    await task.change(tx, submitting(tx, job, { isNews }));
    if (isNews) announceJob(tx, host, { ...job, status: "running" }, { isCounted: true });
    host.fault?.("generation.beginning");
  });

/**
 * Takes the intent of a submit back where the call ended before anything was sent, so that the next run submits. `forget`
 * removes the intent from the row of the work.
 */
export async function takeBackIntent(
  { host, task }: { host: Pick<Host, "transact" | "log">; task: ClaimedTask },
  error: unknown,
  forget: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!(error instanceof Error && error.cause instanceof NothingSent)) return;
  try {
    await host.transact(async (tx) => {
      await forget(tx);
      await task.guard(tx);
    });
  } catch (failure) {
    host.log.warn({ err: failure, work: task.subject }, "the intent of a submit could not be taken back");
  }
}

/**
 * Stores the upstream's answer, which is the handle to ask with again and the progress, and updates `job`. An
 * answer without news is not written. Throws LeaseLost when the job has ended; its handle is called off then.
 */
export async function storePending(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
  { handle, progress, queuePosition }: Pending,
): Promise<void> {
  const told: Partial<GenerationJob> = {
    handle,
    progressThousandths: progress === null || progress === undefined ? null : Math.round(progress * 1000),
    queuePosition: queuePosition ?? null,
    pendingSince: job.pendingSince ?? Date.now(),
    failures: 0,
    faultySince: null,
  };
  const before: Partial<GenerationJob> = Object.fromEntries(
    Object.keys(told).map((key) => [key, job[key as keyof GenerationJob]]),
  );
  if (JSON.stringify(told) === JSON.stringify(before)) return;
  try {
    const isNews = saysMore(told, job);
    const store = () =>
      host.transact(async (tx) => {
        await task.change(tx, pending(tx, { ...job, ...told }, { isNews }));
        if (isNews) announceJob(tx, host, { ...job, ...told, status: "running" }, { isCounted: true });
      });
    // Without its first handle the order at the upstream would be lost.
    await (job.handle === null ? task.untilStored(store) : store());
  } catch (error) {
    if (error instanceof LeaseLost) await cancelOrphan(host, provider, job, handle);
    throw error;
  }
  Object.assign(job, told);
}

/** Tells whether a caller would see a difference. */
const saysMore = (told: Partial<GenerationJob>, job: GenerationJob): boolean =>
  told.progressThousandths !== job.progressThousandths || told.queuePosition !== job.queuePosition;
