import { setTimeout as sleep } from "node:timers/promises";
import type { JobState } from "../../../contracts/generation.js";
import { signMedia } from "../../../contracts/storage.js";
import { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import type { GenerationRequest, MediaType, NodeValue } from "../../../plugins/kit/workflow-node.js";
import { systemMeta } from "../../../runtime/context.js";
import type { Host } from "../../../runtime/host.js";
import * as generation from "../../generation/index.js";
import { newStep, type RunScope, writeRun } from "./run-scope.js";
import { RUN_QUEUE } from "./run-rows.js";
import { actAsStarter } from "./starter.js";
import { NodeFailure, waitAfter } from "./step-refusal.js";

/**
 * The job of a step: the one that is there, or a new one, which commits together with the step while the run goes on. A
 * provider under load is waited for. Throws the refusals of a submission.
 */
export async function placeGeneration(
  scope: RunScope,
  at: { id: string; place: number },
  request: GenerationRequest,
): Promise<string> {
  const known = scope.steps.get(at.id)?.jobId;
  if (known) return known;
  const { host, run, signal } = scope;
  const until = Date.now() + host.config.upstreamRetryMs;
  for (;;) {
    try {
      return await place(scope, at, { ...request, params: { ...request.params }, projectId: run.projectId });
    } catch (error) {
      const waitMs = waitAfter(error);
      if (waitMs === null || Date.now() + waitMs > until) throw error;
      await sleep(waitMs, undefined, { signal });
    }
  }
}

async function place(
  scope: RunScope,
  at: { id: string; place: number },
  request: generation.JobRequest,
): Promise<string> {
  const { host, run } = scope;
  const context = await actAsStarter(host, run);
  const wakes = { queue: RUN_QUEUE, subject: run.id };
  const prepared = await generation.prepareFor(host, context, request, wakes);
  const step = { ...newStep(scope, at, "generation"), jobId: prepared.job.id };
  host.fault("workflows.placing");
  await writeRun(
    scope,
    (tx) => tx.insert(WorkflowRunStep, step as never),
    (tx) => generation.placeJob(host, tx, prepared),
  );
  scope.steps.set(step.id, step);
  host.fault("workflows.placed");
  return prepared.job.id;
}

/** What a job made. Throws with its message when it failed or was canceled. */
export async function resultsOf(host: Host, job: JobState): Promise<NodeValue[]> {
  if (job.status === "canceled") throw new NodeFailure("The generation job was canceled.");
  if (job.status !== "succeeded") throw new NodeFailure(job.errorMessage ?? "The generation job failed.");
  const storageIds = job.resultStorageIds ?? [];
  if (job.kind !== "upscale")
    return storageIds.map((storageId) => ({ type: job.kind as MediaType, storageId }));
  const { objects } = await host.call(signMedia, { storageIds }, systemMeta(job.id));
  return objects.map(({ storageId, contentType }) => ({ type: mediaType(contentType), storageId }));
}

/** The port type of a file. */
export function mediaType(contentType: string): MediaType {
  const [major] = contentType.split("/");
  return major === "video" || major === "audio" ? major : "image";
}
