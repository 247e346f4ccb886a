import { z } from "zod";
import { getGeneration as contract } from "../../../contracts/generation.js";
import { agentJob, presentAgentJob } from "../present-agent-job.js";
import { defineTool, LOOKS } from "../tool.js";

export const getGeneration = defineTool({
  name: "get_generation",
  title: "Get a generation job",
  description:
    "The state of a generation job: queued, running, succeeded, failed (errorMessage says why) or canceled. A finished job has results[] with a fresh downloadUrl (opens 24 hours without sign-in) and a permanent libraryUrl for each file. Call it every few seconds while a job is queued or running.",
  contract,
  input: z.object({ jobId: contract.params.shape.id.describe("The id of a job that generate returned.") }),
  output: z.strictObject({ job: agentJob }),
  annotations: LOOKS,
  async run(call, { jobId }) {
    const { job } = await call.call(contract, { id: jobId });
    return { job: await presentAgentJob(call, job) };
  },
});
