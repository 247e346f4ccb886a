import type { TranslationJobView } from "../../contracts/translation.js";
import type { TranslationJob } from "../../entities/translation-job.js";

const iso = (at: number) => new Date(at).toISOString();

/** Presents a run of a project (rules/translation 11). */
export const presentJob = (job: TranslationJob): TranslationJobView => ({
  id: job.id,
  projectId: job.projectId,
  status: job.status,
  documentsTotal: job.documentsTotal,
  documentsDone: job.documentsDone,
  valuesTranslated: job.valuesTranslated,
  creditsSpent: job.creditsSpent,
  errorMessage: job.errorMessage,
  createdAt: iso(job.createdAt),
  completedAt: job.completedAt === null ? null : iso(job.completedAt),
  startedBy: { id: job.startedById, email: job.startedByEmail },
});
