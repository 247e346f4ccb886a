import { In } from "typeorm";
import { TranslationCall } from "../../entities/translation-call.js";
import type { ErrorCode } from "../../contracts/errors.js";
import { deleteAll } from "../../runtime/database/delete-batch.js";
import type { DatabaseAccess, Reader, Tx } from "../../runtime/database/transaction.js";
import type { Skipped } from "./plan-language.js";

/**
 * Returns the calls of a job, or those of one document in it. It reads the index
 * UQ_translation_calls_language.
 */
export const findCallsOfJob = (
  read: Reader,
  where: Pick<TranslationCall, "jobId"> & Partial<Pick<TranslationCall, "documentId" | "status">>,
): Promise<TranslationCall[]> => read.find(TranslationCall, where);

/**
 * Returns calls of a project that hold credits, in no particular order. It reads the index
 * IX_translation_calls_project.
 */
export const findOpenOfProject = (
  read: Reader,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<TranslationCall[]> => read.find(TranslationCall, { projectId, status: "running" }, { limit });

/**
 * Returns true when a call still holds credits. It locks nothing: the statement that ends the call checks
 * again.
 */
export const isCallRunning = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.findOne(TranslationCall, { id, status: "running" })) !== null;

/** Tells whether a call has saved its language. */
export const isCallComplete = async (read: Reader, id: string): Promise<boolean> =>
  (await read.findOne(TranslationCall, { id, status: "complete" })) !== null;

export const insertCall = (tx: Tx, call: TranslationCall): Promise<void> => tx.insert(TranslationCall, call);

/** Ends a running call as failed. */
export async function markFailed(
  tx: Tx,
  { id, code, message }: { id: string; code: ErrorCode; message: string },
): Promise<void> {
  await tx.run(
    "UPDATE translation_calls SET status = 'failed', costCredits = 0, errorCode = ?, errorMessage = ? WHERE id = ? AND status = 'running'",
    [code, message, id],
  );
}

/** Ends a running call that filled nothing. */
export async function markEmpty(
  tx: Tx,
  { id, skipped }: { id: string; skipped: readonly Skipped[] },
): Promise<void> {
  await tx.run(
    "UPDATE translation_calls SET status = 'complete', costCredits = 0, skipped = ? WHERE id = ? AND status = 'running'",
    [JSON.stringify(skipped), id],
  );
}

/**
 * Ends a running call with the paths that it filled and its cost; returns true when the call was still
 * running.
 */
export async function markComplete(
  tx: Tx,
  call: { id: string; costCredits: number; translated: readonly string[]; skipped: readonly Skipped[] },
): Promise<boolean> {
  const affected = await tx.run(
    "UPDATE translation_calls SET status = 'complete', costCredits = ?, translated = ?, skipped = ? WHERE id = ? AND status = 'running'",
    [call.costCredits, JSON.stringify(call.translated), JSON.stringify(call.skipped), call.id],
  );
  return affected === 1;
}

/**
 * Deletes the calls of a job that have ended, batch by batch. Returns true when none of them is left. It reads the
 * index UQ_translation_calls_language.
 */
export const deleteEndedCalls = (
  host: DatabaseAccess,
  signal: AbortSignal,
  jobId: string,
): Promise<boolean> =>
  deleteAll<TranslationCall>(host, signal, TranslationCall, { jobId, status: In(["complete", "failed"]) });
