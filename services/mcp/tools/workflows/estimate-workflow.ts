import { z } from "zod";
import { estimateRun as contract } from "../../../../contracts/workflows.js";
import { defineTool, LOOKS } from "../../tool.js";

const { shape } = contract.params;

export const estimateWorkflow = defineTool({
  name: "estimate_workflow",
  title: "Estimate a workflow's run",
  description:
    "What run_workflow with the same inputs would cost at most, node by node, and whether the credits are enough for it; it starts and changes nothing. exact is false where the price hangs on what is not made yet; estimatedCredits null means that the node would fail.",
  contract,
  input: z.object({
    workflowId: shape.id.describe("Id from list_workflows."),
    inputs: shape.inputs.describe("Inputs as for run_workflow."),
    projectId: shape.projectId.describe(
      "Id of the shared project whose owner's credits count, as for run_workflow.",
    ),
    reuse: shape.reuse.describe("true counts as nothing what run_workflow with reuse would take over."),
  }),
  annotations: LOOKS,
  run: (call, { workflowId, ...request }) => call.call(contract, { id: workflowId, ...request }),
});
