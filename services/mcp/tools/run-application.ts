import { z } from "zod";
import { runApplication as contract } from "../../../contracts/applications.js";
import { agentJob, presentAgentJob } from "../present-agent-job.js";
import { defineTool } from "../tool.js";
import { waitForJob } from "../wait-for-job.js";
import { waitSeconds } from "../wait-seconds.js";

const { id, ...fields } = contract.params.shape;

export const runApplication = defineTool({
  name: "run_application",
  title: "Run an Application",
  description:
    "Runs an Application from list_applications as a generation job and waits for it. It costs credits when it succeeds, estimatedCredits at most; a failed job costs nothing. Give what the Application asks for: images, a video or audio by storageId (from list_assets or an earlier job's results), text where acceptsText is true, and durationSeconds, the length of the source, for video upscale and voice clean-up. A finished job has results[] with a downloadUrl (opens 24 hours without sign-in) and a permanent libraryUrl for each file. If the job is still queued or running when waitSeconds is over, call get_generation with its id; running it again would start and charge a second job.",
  contract,
  input: z.strictObject({
    applicationId: id.describe("Id of an Application from list_applications."),
    ...fields,
    projectId: fields.projectId.describe(
      "A shared project that gets the job, from its owner's credits; left out: the account's own.",
    ),
    waitSeconds: waitSeconds({ default: 60, max: 300 }),
  }),
  output: z.strictObject({ job: agentJob, estimatedCredits: z.int() }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  async run(call, { applicationId, waitSeconds: seconds, ...body }) {
    const { job, estimatedCredits } = await call.call(contract, { id: applicationId, ...body });
    const reached = await waitForJob(call, job, seconds);
    return { job: await presentAgentJob(call, reached), estimatedCredits };
  },
});
