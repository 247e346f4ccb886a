import type { GenerationJob } from "../../entities/generation-job.js";
import type { Settlement } from "../billing/index.js";

/** How a job ends. */
export type JobEnd = "succeeded" | "failed" | "canceled";

/**
 * What a job costs that ends so, in whole credits (rules/billing 9): the one place that says it. What is held is the estimate, so
 * more than that is never charged. `kiln ledger verify` knows the rule too (`services/billing/verify-work.repository.ts`).
 */
export const costOf = (
  { estimatedCredits }: Pick<GenerationJob, "estimatedCredits" | "provider">,
  end: JobEnd,
): number => (end === "succeeded" ? estimatedCredits : 0);

/** The picture of a ledger entry. */
export interface Preview {
  storageId: string | null;
  kind: string | null;
}

/** The end of a job as billing settles it; a cost of 0 gives the hold back and writes no entry. */
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

/** The sentence about its cost that closes what Kiln says of a failure. */
export const chargeSentence = (credits: number): string =>
  credits === 0
    ? "Nothing was charged."
    : `${credits} ${credits === 1 ? "credit was" : "credits were"} charged.`;
