import { z } from "zod";
import { describeWorkflow as contract } from "../../../../contracts/workflows.js";
import { defineTool, LOOKS } from "../../tool.js";

export const getWorkflow = defineTool({
  name: "get_workflow",
  title: "Get a workflow",
  description:
    "A workflow's nodes and, in inputNodes, what a run may be given: for each such node its nodeId, whether it takes text or a storageId, and the value that is saved now (current), which a run uses when it is given nothing. Pass { [nodeId]: { text } } or { [nodeId]: { storageId } } as inputs of run_workflow.",
  contract,
  input: z.object({ workflowId: contract.params.shape.id.describe("Id from list_workflows.") }),
  annotations: LOOKS,
  run: (call, { workflowId }) => call.call(contract, { id: workflowId }),
});
