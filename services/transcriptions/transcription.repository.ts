import { In } from "typeorm";
import { Transcription } from "../../entities/transcription.js";
import type { Handle } from "../../plugins/kit/model-provider.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

const LIVE = ["queued", "running"] as const;

export const findTranscription = (read: Reader, id: string): Promise<Transcription | null> =>
  read.findOne(Transcription, { id });

/** Returns the transcriptions with these ids that exist, in no particular order. */
export const findTranscriptions = (read: Reader, ids: readonly string[]): Promise<Transcription[]> =>
  read.find(Transcription, { id: In([...ids]) });

/** Returns the queued and running ones among some transcriptions. */
export const findLive = (read: Reader, ids: readonly string[]): Promise<Transcription[]> =>
  read.find(Transcription, { id: In([...ids]), status: In([...LIVE]) });

/**
 * Returns some transcriptions of a project, including ended ones. It reads the index
 * IX_transcriptions_project.
 */
export const findOfProject = (
  read: Reader,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<Transcription[]> => read.find(Transcription, { projectId }, { limit });

/** Counts an account's queued and running transcriptions. It reads the index IX_transcriptions_waiting. */
export const countLiveOfAccount = (read: Reader, accountId: string): Promise<number> =>
  read.count(Transcription, { accountId, status: In([...LIVE]) });

/** Returns the statements that insert a transcription, for `withNext`. */
export const insertionOf = (tx: Tx, job: Transcription): Statement[] => tx.insertOf(Transcription, [job]);

/** Counts a submit that is about to begin; returns true when the transcription is still running. */
export const countSubmit = async (tx: Tx, { id, at }: { id: string; at: number }): Promise<boolean> =>
  (await tx.run(
    "UPDATE transcriptions SET submits = submits + 1, upstreamSince = COALESCE(upstreamSince, ?) WHERE id = ? AND status = 'running'",
    [at, id],
  )) === 1;

/** Forgets the submits of a running transcription, of which it is known that nothing was sent. */
export const forgetSubmits = async (tx: Tx, id: string): Promise<void> => {
  await tx.run("UPDATE transcriptions SET submits = 0 WHERE id = ? AND status = 'running'", [id]);
};

/**
 * Stores the upstream's id, which ends a row of failures; returns true when the transcription is still
 * running.
 */
export const setHandle = async (
  tx: Tx,
  { id, handle, pendingSince }: { id: string; handle: Handle; pendingSince: number },
): Promise<boolean> =>
  (await tx.run(
    "UPDATE transcriptions SET handle = ?, pendingSince = ?, failures = 0, faultySince = NULL WHERE id = ? AND status = 'running'",
    [JSON.stringify(handle), pendingSince, id],
  )) === 1;

/**
 * Counts a failure of the upstream that is followed by another attempt. `isSubmitFree`: the submit is known
 * to have had no effect.
 */
export async function countFailure(
  tx: Tx,
  { id, faultySince, isSubmitFree }: { id: string; faultySince: number; isSubmitFree: boolean },
): Promise<void> {
  const submits = isSubmitFree ? ", submits = 0" : "";
  await tx.run(
    `UPDATE transcriptions SET failures = failures + 1, faultySince = ?${submits} WHERE id = ? AND status = 'running'`,
    [faultySince, id],
  );
}

/**
 * Notes the time since which the provider of a running transcription has been at fault, unless that is noted
 * already.
 */
export async function setFaultySince(
  tx: Tx,
  { id, faultySince }: { id: string; faultySince: number },
): Promise<void> {
  await tx.run(
    "UPDATE transcriptions SET faultySince = ? WHERE id = ? AND faultySince IS NULL AND status = 'running'",
    [faultySince, id],
  );
}

/**
 * Ends a running transcription with its cost and the detected language; returns true when it was still
 * running.
 */
export const markSucceeded = async (
  tx: Tx,
  { id, costCredits, language }: { id: string; costCredits: number; language: string | null },
): Promise<boolean> =>
  (await tx.run(
    "UPDATE transcriptions SET status = 'succeeded', costCredits = ?, language = COALESCE(language, ?), completedAt = ? WHERE id = ? AND status = 'running'",
    [costCredits, language, Date.now(), id],
  )) === 1;

/** Ends a queued or running transcription as failed; returns true when it was one. */
export const markFailed = async (
  tx: Tx,
  failed: { id: string; message: string; code: string; isRetryable: boolean },
): Promise<boolean> =>
  (await tx.run(
    "UPDATE transcriptions SET status = 'failed', costCredits = 0, errorMessage = ?, errorCode = ?, errorRetryable = ?, completedAt = ? WHERE id = ? AND status IN ('queued', 'running')",
    [failed.message, failed.code, failed.isRetryable ? 1 : 0, Date.now(), failed.id],
  )) === 1;

/** Takes transcriptions out of a project. */
export async function clearProject(
  tx: Tx,
  { ids, projectId }: { ids: readonly string[]; projectId: string },
): Promise<void> {
  await tx.update(Transcription, { id: In([...ids]), projectId }, { projectId: null });
}

/** Deletes transcriptions that failed and cost nothing; others stay. */
export async function deleteFree(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(Transcription, { id: In([...ids]), status: "failed", costCredits: 0 });
}
