import { z } from "zod";
import { cancelGeneration as contract } from "../../../contracts/generation.js";
import { agentJob, presentAgentJob } from "../present-agent-job.js";
import { defineTool } from "../tool.js";

export const cancelGeneration = defineTool({
  name: "cancel_generation",
  title: "Cancel a generation job",
  description:
    "Cancels a job that is queued or running; it then costs nothing. A job that has ended already is returned as it is. Only who submitted the job may cancel it, or the owner of the project whose credits it takes.",
  contract,
  input: z.object({ jobId: contract.params.shape.id.describe("The id of a job that generate returned.") }),
  output: z.strictObject({ job: agentJob }),
  annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  async run(call, { jobId }) {
    const { job } = await call.call(contract, { id: jobId });
    return { job: await presentAgentJob(call, job) };
  },
});
