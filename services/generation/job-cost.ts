import type { GenerationJob } from "../../entities/generation-job.js";
import type { Settlement } from "../billing/index.js";

/** The states in which a job ends. */
export type JobEnd = "succeeded" | "failed" | "canceled";

/**
 * Returns the cost of a job with this end, in whole credits (rules/billing 9); no other code decides it. The
 * estimate is held, so no more than that is ever charged. `kiln ledger verify` knows the rule too
 * (`services/billing/verify-work.repository.ts`).
 */
export const costOf = (
  { estimatedCredits }: Pick<GenerationJob, "estimatedCredits" | "provider">,
  end: JobEnd,
): number => (end === "succeeded" ? estimatedCredits : 0);

/** The preview picture of a ledger entry. */
export interface Preview {
  storageId: string | null;
  kind: string | null;
}

/** Returns the settlement of a job's end for billing. A cost of 0 gives the hold back and writes no entry. */
export const settlementOf = (
  job: Pick<
    GenerationJob,
    "id" | "payerId" | "estimatedCredits" | "provider" | "model" | "projectId" | "accountId" | "actorEmail"
  >,
  end: JobEnd,
  preview: Preview = { storageId: null, kind: null },
): Settlement => ({
  workId: job.id,
  payerId: job.payerId,
  credits: costOf(job, end),
  kind: "generation",
  ref: job.id,
  note: job.model,
  projectId: job.projectId,
  actorId: job.accountId,
  actorEmail: job.actorEmail,
  previewStorageId: preview.storageId,
  previewKind: preview.kind,
});

/** Returns the sentence about the cost that ends Kiln's message of a failure. */
export const chargeSentence = (credits: number): string =>
  credits === 0
    ? "Nothing was charged."
    : `${credits} ${credits === 1 ? "credit was" : "credits were"} charged.`;
