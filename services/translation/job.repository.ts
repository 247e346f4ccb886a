import { In, Not } from "typeorm";
import { TranslationJob } from "../../entities/translation-job.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

export const findJob = (read: Reader, id: string): Promise<TranslationJob | null> =>
  read.findOne(TranslationJob, { id });

/** Returns the jobs with these ids that exist, in no particular order. */
export const findJobs = (
  read: Reader,
  { ids, status }: { ids: readonly string[]; status?: TranslationJob["status"] },
): Promise<TranslationJob[]> =>
  read.find(TranslationJob, { id: In([...ids]), ...(status !== undefined && { status }) });

/** Returns the project-wide run in progress; the index UQ_translation_jobs_running allows one at most. */
export const findRunningIn = (read: Reader, projectId: string): Promise<TranslationJob | null> =>
  read.findOne(TranslationJob, { runningIn: projectId });

/** Returns the newest project-wide or automatic job of a project; null when there was none. */
export async function findNewestOfProject(read: Reader, projectId: string): Promise<TranslationJob | null> {
  const [newest] = await read.find(
    TranslationJob,
    [
      { projectId, kind: "project" },
      { projectId, kind: "publish" },
    ],
    { order: { createdAt: "DESC", id: "DESC" }, limit: 1 },
  );
  return newest ?? null;
}

/** Returns running jobs of a project, in no particular order. */
export const findRunningOfProject = (
  read: Reader,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<TranslationJob[]> => read.find(TranslationJob, { projectId, status: "running" }, { limit });

/**
 * Inserts a job. Throws a unique violation for an id that is taken, and for a second project-wide run of a
 * project.
 */
export const insertJob = (tx: Tx, job: TranslationJob): Promise<void> => tx.insert(TranslationJob, job);

/**
 * Ends a running job; returns true when it was running. The end of a project-wide job allows the project's
 * next one.
 */
export async function endRunningJob(
  tx: Tx,
  { id, status, errorMessage }: Pick<TranslationJob, "id" | "status" | "errorMessage">,
): Promise<boolean> {
  const affected = await tx.run(
    "UPDATE translation_jobs SET status = ?, errorMessage = ?, runningIn = NULL, completedAt = ? WHERE id = ? AND status = 'running'",
    [status, errorMessage, Date.now(), id],
  );
  return affected === 1;
}

/**
 * Counts a document as done, with its failure if it failed. A job that was canceled meanwhile still counts
 * the document in flight.
 */
export async function countDocumentDone(
  tx: Tx,
  { id, documentId, errorMessage }: { id: string; documentId: string; errorMessage: string | null },
): Promise<void> {
  await tx.run(
    "UPDATE translation_jobs SET documentsDone = documentsDone + 1, cursorId = ?, errorMessage = COALESCE(?, errorMessage) WHERE id = ? AND status IN ('running', 'canceled')",
    [documentId, errorMessage, id],
  );
}

/** Notes that the one document of a job is done, with the failures of its languages. */
export async function setFailures(
  tx: Tx,
  { id, failures }: { id: string; failures: TranslationJob["failures"] },
): Promise<void> {
  await tx.run("UPDATE translation_jobs SET documentsDone = 1, failures = ? WHERE id = ?", [
    JSON.stringify(failures),
    id,
  ]);
}

/** Adds the values that one call filled, and its cost. */
export async function addToJob(
  tx: Tx,
  { id, values, credits }: { id: string; values: number; credits: number },
): Promise<void> {
  await tx.run(
    "UPDATE translation_jobs SET valuesTranslated = valuesTranslated + ?, creditsSpent = creditsSpent + ? WHERE id = ?",
    [values, credits, id],
  );
}

/** Deletes a job that has ended and cost nothing; any other stays. */
export async function deleteFree(tx: Tx, id: string): Promise<void> {
  await tx.delete(TranslationJob, { id, creditsSpent: 0, status: Not("running" as const) });
}

/** Counts an account's running jobs that have cost nothing yet. It reads the index IX_translation_jobs_free. */
export const countUnpaid = (read: Reader, startedById: string): Promise<number> =>
  read.count(TranslationJob, { creditsSpent: 0, startedById, status: "running" });
