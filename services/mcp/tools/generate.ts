import { z } from "zod";
import { generationParams } from "../../../contracts/generation-params.js";
import { createGeneration as contract } from "../../../contracts/generation.js";
import { agentJob, presentAgentJob } from "../present-agent-job.js";
import { defineTool } from "../tool.js";
import { waitForJob } from "../wait-for-job.js";
import { waitSeconds } from "../wait-seconds.js";

const input = contract.params.pick({ model: true, params: true, projectId: true }).extend({
  model: contract.params.shape.model.describe("Id of a model from list_models."),
  projectId: contract.params.shape.projectId.describe(
    "A shared project that gets the job, from its owner's credits; left out: the account's own.",
  ),
  waitSeconds: waitSeconds({ default: 60, max: 300 }),
});

export const generate = defineTool({
  name: "generate",
  title: "Generate media",
  description:
    "Makes images, video, speech, music or sound, or upscales media: starts a job and waits for it. It costs credits when it succeeds, estimatedCredits at most; a failed job costs nothing. Choose the model with list_models first: params.kind must be the model's kind, and the other params must be within its capabilities. Fields that end in StorageId take ids from list_assets or from an earlier job's results. A finished job has results[] with a downloadUrl (opens 24 hours without sign-in) and a permanent libraryUrl for each file. If the job is still queued or running when waitSeconds is over, call get_generation with its id; calling generate again would start and charge a second job.",
  contract,
  input,
  shown: input.extend({
    params: generationParams.describe(
      "Parameters of the job; the fields depend on kind, the allowed values on the model.",
    ),
  }),
  output: z.strictObject({ job: agentJob, estimatedCredits: z.int() }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  async run(call, { model, params, projectId, waitSeconds: seconds }) {
    const { job, estimatedCredits } = await call.call(contract, { model, params, projectId });
    const reached = await waitForJob(call, job, seconds);
    return { job: await presentAgentJob(call, reached), estimatedCredits };
  },
});
