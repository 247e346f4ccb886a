import { z } from "zod";
import { stopRun as contract } from "../../../../contracts/workflows.js";
import { presentAgentRun } from "../../present-agent-run.js";
import { defineTool } from "../../tool.js";

const { shape } = contract.params;

export const stopWorkflowRun = defineTool({
  name: "stop_workflow_run",
  title: "Stop a workflow run",
  description:
    "Stops a run that is running. What is complete stays and stays charged; resume_workflow_run lets the rest go on later. A run that has ended is returned as it is. Only who started a run may stop it.",
  contract,
  isLong: true,
  input: z.object({
    workflowId: shape.id.describe("The workflow's id."),
    runId: shape.runId.describe("The id of a run that run_workflow returned."),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  async run(call, { workflowId, runId }) {
    const { run } = await call.call(contract, { id: workflowId, runId });
    return { run: await presentAgentRun(call, run) };
  },
});
