import type { GenerationJob } from "../../entities/generation-job.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { announceJob } from "./announce-job.js";
import * as billing from "../billing/index.js";
import { queueDrop } from "./drop-task.js";
import { chargeSentence, settlementOf } from "./job-cost.js";
import { endLiveJob, findEndedJob } from "./job.repository.js";

export interface JobFailure {
  code: string;
  /** The sentence that says what happened. Kiln adds the charge, but not to a provider's own sentence. */
  message: string;
  retryable: boolean;
  isProvidersOwn?: boolean;
}

/**
 * Ends a live job that has no results, at the cost that `settlementOf` gives; the hold is settled in the
 * transaction of the terminal state. Every failure and every cancel of a job calls this. Returns false, and
 * changes nothing, when the job had ended already.
 */
export async function endUnfinished(
  tx: Tx,
  host: Host,
  { id }: Pick<GenerationJob, "id">,
  status: "failed" | "canceled",
  failure: JobFailure | null,
): Promise<boolean> {
  const job = await findEndedJob(tx, id);
  if (job === null) {
    // A hold must not outlive its job where only some tables were restored.
    await billing.release(tx, { workId: id });
    return false;
  }
  const costCredits = await billing.settleIfHeld(tx, settlementOf(job, status));
  const hasEnded = await endLiveJob(tx, {
    id,
    status,
    costCredits,
    errorMessage: failure && messageOf(failure, costCredits),
    errorCode: failure?.code ?? null,
    errorRetryable: failure?.retryable ?? null,
  });
  if (hasEnded) {
    await wakeFollower(tx, host, job);
    // Nothing was copied for a job that nobody has begun.
    if (job.status !== "queued") await queueDrop(tx, host, job);
    announceJob(tx, host, { ...job, status });
  }
  tx.afterCommit(() => host.signals.send("job.settled", { id }));
  return hasEnded;
}

const messageOf = ({ message, isProvidersOwn = false }: JobFailure, costCredits: number): string =>
  isProvidersOwn ? message : `${message} ${chargeSentence(costCredits)}`;

/** Makes the task that waits for a job's end due, in the transaction of that end. */
export async function wakeFollower(
  tx: Tx,
  host: Pick<Host, "tasks">,
  { wakes, payerId }: Pick<GenerationJob, "wakes" | "payerId">,
): Promise<void> {
  const [queue, subject] = wakes?.split(" ") ?? [];
  if (queue !== undefined && subject !== undefined)
    await host.tasks.enqueue(tx, { queue, subject, payer: payerId });
}

/** Fails a job from its task, once, whatever process worked on it before. */
export async function failJob(
  host: Host,
  task: ClaimedTask,
  job: GenerationJob,
  failure: JobFailure,
): Promise<void> {
  await billing.onBehalfOfPayer(job.payerId, () =>
    host.transact(async (tx) => {
      await endUnfinished(tx, host, job, "failed", failure);
      await task.complete(tx);
    }),
  );
  host.fault?.("generation.failed");
}
