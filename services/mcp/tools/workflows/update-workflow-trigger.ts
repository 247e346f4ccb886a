import { z } from "zod";
import { updateTrigger as contract } from "../../../../contracts/workflow-triggers.js";
import { defineTool } from "../../tool.js";
import { triggerParam, workflowParam } from "./trigger-params.js";

const { id: _id, triggerId: _triggerId, ...shape } = contract.params.shape;

export const updateWorkflowTrigger = defineTool({
  name: "update_workflow_trigger",
  title: "Change a trigger",
  description:
    "Changes what it names of a trigger and leaves the rest; enabled false switches it off and true on again. A trigger stays of its kind. Only its owner may; the project's owner may switch it off.",
  contract,
  input: z.object({
    workflowId: workflowParam,
    triggerId: triggerParam,
    ...shape,
    schedule: shape.schedule.describe("The whole schedule, for a trigger by schedule: { cron, timeZone }."),
    event: shape.event.describe("The whole event, for a trigger by event: { type, documentInput }."),
    enabled: shape.enabled.describe("True when the trigger starts runs."),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  run: (call, { workflowId, ...change }) => call.call(contract, { id: workflowId, ...change }),
});
