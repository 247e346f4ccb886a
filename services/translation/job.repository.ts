import { In } from "typeorm";
import { TranslationJob } from "../../entities/translation-job.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

export const findJob = (read: Reader, id: string): Promise<TranslationJob | null> =>
  read.findOne(TranslationJob, { id });

/** Those of the jobs that there are, in no particular order. */
export const findJobs = (
  read: Reader,
  { ids, status }: { ids: readonly string[]; status?: TranslationJob["status"] },
): Promise<TranslationJob[]> =>
  read.find(TranslationJob, { id: In([...ids]), ...(status !== undefined && { status }) });

/** The project-wide run in progress; there is one at most, by the index UQ_translation_jobs_running. */
export const findRunningIn = (read: Reader, projectId: string): Promise<TranslationJob | null> =>
  read.findOne(TranslationJob, { runningIn: projectId });

/** The newest job of a project that was not asked for one document; null when there was none. */
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

/** Jobs of a project that run; the order is left open. */
export const findRunningOfProject = (
  read: Reader,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<TranslationJob[]> => read.find(TranslationJob, { projectId, status: "running" }, { limit });

/** Throws the unique violation of an id that is taken, and of a second project-wide run of a project. */
export const insertJob = (tx: Tx, job: TranslationJob): Promise<void> => tx.insert(TranslationJob, job);

/** Ends a job that runs; gives whether it did. A project-wide one leaves its project free for the next. */
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

/** Counts a document as done, with the failure that it met; a job that was canceled meanwhile counts the one in flight. */
export async function countDocumentDone(
  tx: Tx,
  { id, documentId, errorMessage }: { id: string; documentId: string; errorMessage: string | null },
): Promise<void> {
  await tx.run(
    "UPDATE translation_jobs SET documentsDone = documentsDone + 1, cursorId = ?, errorMessage = COALESCE(?, errorMessage) WHERE id = ? AND status IN ('running', 'canceled')",
    [documentId, errorMessage, id],
  );
}

/** Notes that the one document of a job is done, and which of its languages failed. */
export async function noteFailures(
  tx: Tx,
  { id, failures }: { id: string; failures: TranslationJob["failures"] },
): Promise<void> {
  await tx.run("UPDATE translation_jobs SET documentsDone = 1, failures = ? WHERE id = ?", [
    JSON.stringify(failures),
    id,
  ]);
}

/** Adds what one call filled and cost. */
export async function addToJob(
  tx: Tx,
  { id, values, credits }: { id: string; values: number; credits: number },
): Promise<void> {
  await tx.run(
    "UPDATE translation_jobs SET valuesTranslated = valuesTranslated + ?, creditsSpent = creditsSpent + ? WHERE id = ?",
    [values, credits, id],
  );
}
