import type { GenerationJobView } from "../../contracts/generation.js";
import { signMedia } from "../../contracts/storage.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Announced } from "../events/index.js";
import type { EndedJob } from "./job.repository.js";

const TERMINAL = new Set(["succeeded", "failed", "canceled"]);

export const isTerminal = (status: string): boolean => TERMINAL.has(status);

const iso = (at: number): string => new Date(at).toISOString();

/** Returns jobs in the contract's form; one call signs all their URLs. */
export async function presentJobs(
  context: ActionContext,
  jobs: readonly GenerationJob[],
): Promise<GenerationJobView[]> {
  const storageIds = jobs.flatMap((job) => job.resultStorageIds ?? []);
  const signed = storageIds.length === 0 ? [] : (await context.call(signMedia, { storageIds })).objects;
  const urls = new Map(signed.map((object) => [object.storageId, object.url]));
  return jobs.map((job) => presentJob(job, urls));
}

export const presentOne = async (context: ActionContext, job: GenerationJob): Promise<GenerationJobView> => {
  const [view] = await presentJobs(context, [job]);
  if (!view) throw new Error("A job was not presented.");
  return view;
};

function presentJob(job: GenerationJob, urls: ReadonlyMap<string, string>): GenerationJobView {
  // The id of a deleted result is left out together with its URL, so that the two lists stay pairs.
  const results = job.resultStorageIds?.filter((id) => urls.has(id)) ?? null;
  const metadata = job.resultStorageIds?.flatMap((id, index) =>
    urls.has(id) ? [job.resultMetadata?.[index] ?? null] : [],
  );
  return {
    id: job.id,
    model: job.model,
    kind: job.kind,
    status: job.status,
    params: job.params,
    resultUrls: results?.map((id) => urls.get(id) ?? "") ?? null,
    resultStorageIds: results,
    errorMessage: job.errorMessage,
    costCredits: job.costCredits,
    createdAt: iso(job.createdAt),
    completedAt: job.completedAt === null ? null : iso(job.completedAt),
    projectId: job.projectId,
    cutId: job.cutId,
    progress: progressOf(job),
    queuePosition: isTerminal(job.status) ? null : job.queuePosition,
    resultMetadata: metadata ?? null,
    ...(isTerminal(job.status) && { charged: (job.costCredits ?? 0) > 0 }),
    ...(job.status === "failed" && {
      error: { code: job.errorCode ?? "unknown", retryable: job.errorRetryable ?? false },
    }),
  };
}

/**
 * Returns a job's progress from 0 to 1, or null. The upstream's last word is of no use once the job has
 * failed or was canceled.
 */
export function progressOf({
  status,
  progressThousandths,
}: Pick<GenerationJob, "status" | "progressThousandths">): number | null {
  if (status === "succeeded") return 1;
  if (isTerminal(status) || progressThousandths === null) return null;
  return progressThousandths / 1000;
}

/** Returns the event about a job's state, which its submitter receives at `GET /v1/events`. */
export const eventOf = (job: EndedJob): Announced => ({
  type: "generation",
  id: job.id,
  status: job.status,
  progress: progressOf(job),
  queuePosition: isTerminal(job.status) ? null : job.queuePosition,
  projectId: job.projectId,
});
