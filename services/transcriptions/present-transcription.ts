import type { TranscriptionView } from "../../contracts/transcriptions.js";
import type { Transcription } from "../../entities/transcription.js";

export const isTerminal = (status: string): boolean => status === "succeeded" || status === "failed";

const iso = (at: number): string => new Date(at).toISOString();

/** Presents a transcription in the contract's shape. */
export const presentTranscription = (job: Transcription): TranscriptionView => ({
  id: job.id,
  status: job.status,
  language: job.language,
  errorMessage: job.errorMessage,
  costCredits: job.costCredits,
  createdAt: iso(job.createdAt),
  completedAt: job.completedAt === null ? null : iso(job.completedAt),
  storageId: job.request.storageId,
  durationSeconds: job.request.durationSeconds,
  projectId: job.projectId,
  ...(isTerminal(job.status) && { charged: (job.costCredits ?? 0) > 0 }),
  ...(job.status === "failed" && {
    error: { code: job.errorCode ?? "unknown", retryable: job.errorRetryable ?? false },
  }),
});
