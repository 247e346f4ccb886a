import { z } from "zod";
import { getRun as contract } from "../../../../contracts/workflows.js";
import { presentAgentRun } from "../../present-agent-run.js";
import { defineTool, LOOKS } from "../../tool.js";

export const getWorkflowRun = defineTool({
  name: "get_workflow_run",
  title: "Get a workflow run",
  description:
    "The state of a run: running, complete, error (a node's detail says why) or stopped, with the results of its nodes as far as they are there; links to media open for 24 hours. Call it every few seconds while a run is running.",
  contract,
  input: z.object({
    workflowId: contract.params.shape.id.describe("The workflow's id."),
    runId: contract.params.shape.runId.describe("The id of a run that run_workflow returned."),
  }),
  annotations: LOOKS,
  async run(call, { workflowId, runId }) {
    const { run } = await call.call(contract, { id: workflowId, runId });
    return { run: await presentAgentRun(call, run) };
  },
});
