import type { GenerationJob } from "../../entities/generation-job.js";
import type { GuardedChange, RowChange } from "../../engines/durable-queue/index.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { headOf } from "../events/index.js";

/*
 * The changes of a job by the task that works on it: a database server changes both rows in one statement
 * (`GuardedChange`). With `isNews`, the same statement counts up the head of the submitter's events, and
 * `announceJob` is called with `isCounted`.
 */

/** Returns the change of a job that is about to be submitted. */
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

/** Returns the change that stores the handle and the progress of a pending job and ends a row of failures. */
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

/** Returns the change of a job's progress, which is always news. */
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

/**
 * Returns the change of a job that succeeded with these results, which is always news. `beside` are other
 * rows that the settlement changes.
 */
export const succeeded = (
  tx: Tx,
  job: Pick<GenerationJob, "id" | "accountId">,
  {
    costCredits,
    storageIds,
    metadata,
    beside,
  }: {
    costCredits: number;
    storageIds: readonly string[];
    metadata: readonly unknown[];
    beside: readonly RowChange[];
  },
): GuardedChange => ({
  table: "generation_jobs",
  id: job.id,
  set: "status = 'succeeded', costCredits = ?, resultStorageIds = ?, resultMetadata = ?, completedAt = ?",
  where: "status = 'running'",
  parameters: [costCredits, JSON.stringify(storageIds), JSON.stringify(metadata), Date.now()],
  // The head comes last, because other work of the account waits for it.
  beside: [...beside, headOf(tx, job.accountId)],
});
