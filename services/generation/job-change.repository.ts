import type { GenerationJob } from "../../entities/generation-job.js";
import type { GuardedChange, RowChange } from "../../engines/durable-queue/end-run.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { headOf } from "../events/index.js";

/*
 * How a job is changed by the task that works on it: both rows by one statement of a server (`GuardedChange`). `isNews` counts the head of
 * the submitter's events up with it, so that `announceJob` is told `isCounted`.
 */

/** The job is about to be handed over. */
export const submitting = (
  tx: Tx,
  { id, accountId }: Pick<GenerationJob, "id" | "accountId">,
  { isNews }: { isNews: boolean },
): GuardedChange => ({
  table: "generation_jobs",
  id,
  set: "status = 'running', submits = submits + 1, upstreamSince = COALESCE(upstreamSince, ?)",
  where: "status IN ('queued', 'running')",
  parameters: [Date.now()],
  ...(isNews && { beside: [headOf(tx, accountId)] }),
});

/** How the upstream is asked again, and how far it is, which ends a row of failures. */
export const pending = (
  tx: Tx,
  job: Pick<
    GenerationJob,
    "id" | "accountId" | "handle" | "progressThousandths" | "queuePosition" | "pendingSince"
  >,
  { isNews }: { isNews: boolean },
): GuardedChange => ({
  table: "generation_jobs",
  id: job.id,
  set: "handle = ?, progressThousandths = ?, queuePosition = ?, pendingSince = ?, failures = 0, faultySince = NULL",
  where: "status = 'running'",
  parameters: [JSON.stringify(job.handle), job.progressThousandths, job.queuePosition, job.pendingSince],
  ...(isNews && { beside: [headOf(tx, job.accountId)] }),
});

/** How far the job is, which is always news. */
export const onItsWay = (
  tx: Tx,
  job: Pick<GenerationJob, "id" | "accountId" | "progressThousandths" | "queuePosition">,
): GuardedChange => ({
  table: "generation_jobs",
  id: job.id,
  set: "progressThousandths = ?, queuePosition = ?",
  where: "status = 'running'",
  parameters: [job.progressThousandths, job.queuePosition],
  beside: [headOf(tx, job.accountId)],
});

/** The job has succeeded with these results, which is always news. `beside` are other rows that its settlement changes. */
export const succeeded = (
  tx: Tx,
  job: Pick<GenerationJob, "id" | "accountId" | "estimatedCredits">,
  {
    storageIds,
    metadata,
    beside,
  }: { storageIds: readonly string[]; metadata: readonly unknown[]; beside: readonly RowChange[] },
): GuardedChange => ({
  table: "generation_jobs",
  id: job.id,
  set: "status = 'succeeded', costCredits = ?, resultStorageIds = ?, resultMetadata = ?, completedAt = ?",
  where: "status = 'running'",
  parameters: [job.estimatedCredits, JSON.stringify(storageIds), JSON.stringify(metadata), Date.now()],
  // the head last: it is what others of the account wait for
  beside: [...beside, headOf(tx, job.accountId)],
});
