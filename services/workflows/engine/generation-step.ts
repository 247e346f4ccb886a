import type { JobState } from "../../../contracts/generation.js";
import { signMedia } from "../../../contracts/storage.js";
import type { GenerationRequest } from "../../../plugins/kit/workflow-node.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import * as generation from "../../generation/index.js";
import { submitJob } from "./submit-job.js";
import type { RunScope } from "./run-scope.js";
import { NodeFailure } from "./step-refusal.js";
import type { NodeValue, MediaType } from "../../../plugins/kit/node-value.js";

/**
 * Returns the id of a generation step's job, which is submitted now unless it goes on. Throws the refusals of a
 * submission.
 */
export const submitGeneration = (
  scope: RunScope,
  at: { id: string; place: number },
  request: GenerationRequest,
): Promise<string> =>
  submitJob(scope, at, "generation", async (context, wakes) => {
    const { host, run } = scope;
    const params = { ...request.params };
    const asked = { ...request, params, projectId: run.projectId };
    const prepared = await generation.prepareFor(host, context, asked, wakes);
    const { id, estimatedCredits: credits } = prepared.job;
    return { id, credits, submit: (tx) => generation.submitJob(host, tx, prepared) };
  });

/**
 * Returns the files that a job made, typed by their content: an upscale or a dubbing returns the kind that came
 * in. Throws NodeFailure with the job's message when it failed or was canceled.
 */
export async function resultsOf(host: Pick<Host, "call">, job: JobState): Promise<NodeValue[]> {
  if (job.status === "canceled") throw new NodeFailure("The generation job was canceled.");
  if (job.status !== "succeeded") throw new NodeFailure(job.errorMessage ?? "The generation job failed.");
  const storageIds = job.resultStorageIds ?? [];
  const { objects } = await host.call(signMedia, { storageIds }, systemMeta(job.id));
  return objects.map(({ storageId, contentType }) => ({ type: mediaType(contentType), storageId }));
}

/** Returns the port type of a file. */
export function mediaType(contentType: string): MediaType {
  const [major] = contentType.split("/");
  return major === "video" || major === "audio" ? major : "image";
}
