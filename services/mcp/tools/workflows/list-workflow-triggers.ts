import { z } from "zod";
import { listTriggers as contract } from "../../../../contracts/workflow-triggers.js";
import { defineTool, LOOKS } from "../../tool.js";
import { workflowParam } from "./trigger-params.js";

export const listWorkflowTriggers = defineTool({
  name: "list_workflow_triggers",
  title: "List a workflow's triggers",
  description:
    "What starts runs of a workflow by itself: schedules, publishes of a content type, addresses that are called; for each its owner, whose credits its runs take, its daily limit of credits and what of it is spent today, and when a schedule runs next.",
  contract,
  input: z.object({ workflowId: workflowParam }),
  list: { rows: "triggers" },
  isLong: true,
  annotations: LOOKS,
  run: (call, { workflowId }) => call.call(contract, { id: workflowId }),
});
