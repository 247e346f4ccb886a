import { z } from "zod";
import { resumeRun as contract } from "../../../../contracts/workflows.js";
import { presentAgentRun } from "../../present-agent-run.js";
import { defineTool } from "../../tool.js";
import { waitForRun } from "../../wait-for-run.js";
import { waitSeconds } from "../../wait-seconds.js";

const { shape } = contract.params;

export const resumeWorkflowRun = defineTool({
  name: "resume_workflow_run",
  title: "Resume a workflow run",
  description:
    "Lets a run that ended in error, or was stopped, go on, and waits for it: nodes that are complete keep their results and are not charged again, all others begin anew. Use it in place of run_workflow once what made a node fail is mended. A complete run has nothing to resume; one that is running goes on. Only who started a run may resume it.",
  contract,
  input: z.object({
    workflowId: shape.id.describe("The workflow's id."),
    runId: shape.runId.describe("The id of a run that run_workflow returned."),
    waitSeconds: waitSeconds({ default: 120, max: 600 }),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  async run(call, { workflowId, runId, waitSeconds: seconds }) {
    const { run } = await call.call(contract, { id: workflowId, runId });
    return { run: await presentAgentRun(call, await waitForRun(call, run, seconds)) };
  },
});
