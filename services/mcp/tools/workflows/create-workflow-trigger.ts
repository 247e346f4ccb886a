import { z } from "zod";
import { createTrigger as contract } from "../../../../contracts/workflow-triggers.js";
import { defineTool } from "../../tool.js";
import { workflowParam } from "./trigger-params.js";

const { id: _id, ...shape } = contract.params.shape;

export const createWorkflowTrigger = defineTool({
  name: "create_workflow_trigger",
  title: "Create a trigger",
  description:
    "Has runs of a workflow start by themselves from now on, in the account's name and at its cost, up to dailyCredits a day: give exactly one of schedule, event and inbound. Ask the person first, say what estimate_workflow gives for one run, and delete it with delete_workflow_trigger when it is no longer wanted. An inbound trigger's url is a secret. It is switched off when the key or the connection that made it ends. At most 20 for a workflow.",
  contract,
  input: z.object({
    workflowId: workflowParam,
    ...shape,
    schedule: shape.schedule.describe(
      "Starts runs at times: { cron, timeZone }, cron with five fields, or six with seconds first.",
    ),
    event: shape.event.describe(
      "Starts a run when a document of a content type is published: { type, documentInput }.",
    ),
    inbound: shape.inbound.describe("{} starts a run when the trigger's url is called."),
    projectId: shape.projectId.describe(
      "Id of the shared project whose owner's credits count, as for run_workflow.",
    ),
    enabled: shape.enabled.describe("false makes the trigger without letting it start runs yet."),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  run: (call, { workflowId, ...trigger }) => call.call(contract, { id: workflowId, ...trigger }),
});
