import { z } from "zod";
import { listFires as contract } from "../../../../contracts/workflow-triggers.js";
import { defineTool, LOOKS } from "../../tool.js";
import { triggerParam, workflowParam } from "./trigger-params.js";

const { shape } = contract.params;

export const getWorkflowTriggerLog = defineTool({
  name: "get_workflow_trigger_log",
  title: "Read a trigger's log",
  description:
    "When a trigger fired in the last 30 days, newest first, and what came of it: started with the runId for get_workflow_run, refused or missed with the reason in detail.",
  contract,
  input: z.object({
    workflowId: workflowParam,
    triggerId: triggerParam,
    limit: shape.limit.describe("Number of entries at most, 1 to 200. Default 50."),
    offset: shape.offset.describe("Number of entries to skip. Default 0."),
  }),
  annotations: LOOKS,
  run: (call, { workflowId, ...query }) => call.call(contract, { id: workflowId, ...query }),
});
