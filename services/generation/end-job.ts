import type { GenerationJob } from "../../entities/generation-job.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/task-handler.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { announceJob } from "./announce-job.js";
import * as billing from "../billing/index.js";
import { endLiveJob, findEndedJob } from "./job.repository.js";

export interface JobFailure {
  code: string;
  message: string;
  retryable: boolean;
}

/**
 * Ends a live job without a charge: the hold is released in the transaction of the terminal state.
 * False when the job had ended already; then nothing changes.
 */
export async function endWithoutCharge(
  tx: Tx,
  host: Host,
  job: Pick<GenerationJob, "id">,
  status: "failed" | "canceled",
  failure: JobFailure | null,
): Promise<boolean> {
  await billing.release(tx, { workId: job.id });
  const hasEnded = await endLiveJob(tx, {
    id: job.id,
    status,
    errorMessage: failure?.message ?? null,
    errorCode: failure?.code ?? null,
    errorRetryable: failure?.retryable ?? null,
  });
  if (hasEnded) {
    const ended = await findEndedJob(tx, job.id);
    if (ended !== null) {
      await wakeFollower(tx, host, ended);
      announceJob(tx, host, ended);
    }
  }
  tx.afterCommit(() => host.signals.send("job.settled", { id: job.id }));
  return hasEnded;
}

/** Makes the task due that waits for a job's end, in the transaction of that end. */
export async function wakeFollower(
  tx: Tx,
  host: Pick<Host, "tasks">,
  { wakes, payerId }: Pick<GenerationJob, "wakes" | "payerId">,
): Promise<void> {
  const [queue, subject] = wakes?.split(" ") ?? [];
  if (queue !== undefined && subject !== undefined)
    await host.tasks.enqueue(tx, { queue, subject, payer: payerId });
}

/** Fails a job from its task, once, whatever process had it before. */
export async function failJob(
  host: Host,
  task: ClaimedTask,
  job: GenerationJob,
  failure: JobFailure,
): Promise<void> {
  await billing.inPayersLine(job.payerId, () =>
    host.transact(async (tx) => {
      await endWithoutCharge(tx, host, job, "failed", failure);
      await task.complete(tx);
    }),
  );
}
