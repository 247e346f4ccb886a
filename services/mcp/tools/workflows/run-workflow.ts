import { z } from "zod";
import { executeWorkflow, startRun } from "../../../../contracts/workflows.js";
import { presentAgentRun } from "../../present-agent-run.js";
import { defineTool } from "../../tool.js";
import { waitForRun } from "../../wait-for-run.js";
import { waitSeconds } from "../../wait-seconds.js";

const { shape } = executeWorkflow.params;

export const runWorkflow = defineTool({
  name: "run_workflow",
  title: "Run a workflow",
  description:
    "Starts a run of a workflow and waits for it. Its nodes that use models cost credits one by one; what is complete stays charged, also when another node fails. inputs replaces saved values of the nodes that get_workflow lists in inputNodes, for this run only. nodeResults has each node's status and output; media come with a storageId and a link that opens for 24 hours. If the run is still running when waitSeconds is over, call get_workflow_run; calling run_workflow again would start and charge a second run.",
  contract: executeWorkflow,
  input: z.object({
    workflowId: shape.id.describe("Id from list_workflows."),
    inputs: shape.inputs.describe(
      "Values by node id: { text } or { storageId }, as inputNodes of get_workflow says.",
    ),
    projectId: shape.projectId.describe(
      "A shared project whose owner's credits a run of one's own workflow takes; a project's workflow runs in its project.",
    ),
    reuse: shape.reuse,
    waitSeconds: waitSeconds({ default: 120, max: 600 }),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  async run(call, { workflowId, inputs, projectId, reuse, waitSeconds: seconds }) {
    const { run } = await call.call(startRun, { id: workflowId, inputs, projectId, reuse });
    return { run: await presentAgentRun(call, await waitForRun(call, run, seconds)) };
  },
});
