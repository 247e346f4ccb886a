import { z } from "zod";
import { generationJob, type GenerationJobView } from "../../contracts/generation.js";
import { signMedia } from "../../contracts/storage.js";
import { libraryUrl } from "./library-url.js";
import type { ToolCall } from "./tool.js";
import { isFinished } from "./wait-for-job.js";

const agentResult = z.strictObject({
  storageId: z.string(),
  contentType: z.string(),
  downloadUrl: z.string().describe("Link that opens for 24 hours without sign-in."),
  libraryUrl: z.string().describe("Permanent page for the signed-in person."),
});

export const agentJob = generationJob.extend({
  results: z.array(agentResult).optional().describe("Results of the job, once it has ended."),
});
export type AgentJob = z.infer<typeof agentJob>;

/**
 * Presents a job to agents: a finished one with `results[]` (rules/mcp 10), without results that were
 * deleted.
 */
export async function presentAgentJob(call: ToolCall, job: GenerationJobView): Promise<AgentJob> {
  if (!isFinished(job)) return job;
  const storageIds = job.resultStorageIds ?? [];
  if (storageIds.length === 0) return { ...job, results: [] };
  const { objects } = await call.call(signMedia, { storageIds, longLived: true });
  const byId = new Map(objects.map((object) => [object.storageId, object]));
  return {
    ...job,
    results: storageIds.flatMap((storageId) => {
      const object = byId.get(storageId);
      if (object === undefined) return [];
      return {
        storageId,
        contentType: object.contentType,
        downloadUrl: object.url,
        libraryUrl: libraryUrl(call.host, storageId),
      };
    }),
  };
}
