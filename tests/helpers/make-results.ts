import type { Client } from "./client.js";
import { waitForJob } from "./wait-for-job.js";

export interface Made {
  jobId: string;
  storageIds: string[];
}

/** Submits a job to a model and waits for its results. */
export async function makeResults(
  api: Client,
  model: string,
  params: object,
  projectId?: string,
): Promise<Made> {
  const { status, body } = await api.post("/v1/generations", { model, params, projectId });
  if (status !== 200) throw new Error(`${model}: ${JSON.stringify(body)}`);
  const job = await waitForJob(api, body.job.id);
  if (job.status !== "succeeded") throw new Error(`${model}: ${job.errorMessage}`);
  return { jobId: job.id, storageIds: job.resultStorageIds };
}

/** Returns the path of the page that compares the results. */
export const toCompare = (...made: readonly Made[]): string =>
  `/app/generate/compare?of=${made
    .flatMap(({ jobId, storageIds }) => storageIds.map((id) => `${id}.${jobId}`))
    .join()}`;
