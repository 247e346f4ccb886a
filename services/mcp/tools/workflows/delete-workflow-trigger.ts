import { z } from "zod";
import { deleteTrigger as contract } from "../../../../contracts/workflow-triggers.js";
import { defineTool } from "../../tool.js";
import { triggerParam, workflowParam } from "./trigger-params.js";

export const deleteWorkflowTrigger = defineTool({
  name: "delete_workflow_trigger",
  title: "Delete a trigger",
  description:
    "Deletes a trigger with its log; nothing brings it back. Runs that it started go on and stay. To pause one, update_workflow_trigger with enabled false. Only its owner or the project's may.",
  contract,
  input: z.object({ workflowId: workflowParam, triggerId: triggerParam }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  run: (call, { workflowId, triggerId }) => call.call(contract, { id: workflowId, triggerId }),
});
