import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider, ProviderOutput } from "../../plugins/kit/model-provider.js";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import { UpstreamFailure } from "./ask-provider.js";
import { copyResults } from "./copy-results.js";
import { timeLeft } from "./deadline.js";
import { settleJob } from "./settle-job.js";

/** Checks a job's results, copies them into storage, and settles the job. */
export async function finishJob(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  job: GenerationJob,
  outputs: readonly ProviderOutput[],
): Promise<void> {
  const results = await copyResults(host, provider, task, { job, outputs }).catch((error: unknown) => {
    throw error instanceof ProviderError ? new UpstreamFailure("result", { cause: error }) : error;
  });
  host.fault?.("generation.results-written");
  const metadata = outputs.map(({ metadata: known }) => known ?? null);
  await settleJob(host, task, job, { results, metadata, forMs: Math.max(0, timeLeft(provider, job)) });
}
