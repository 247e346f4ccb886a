import { z } from "zod";
import { listTemplates as contract } from "../../../../contracts/workflow-templates.js";
import { defineTool, LOOKS } from "../../tool.js";

export const listWorkflowTemplates = defineTool({
  name: "list_workflow_templates",
  title: "List workflow templates",
  description:
    "Ready workflows that come with this service: what each makes, what a run may be given (inputNodes), its graph as an example of how one is written, and in missing what this service lacks for it. create_workflow with templateId makes one the account's own; take one that is ready.",
  contract,
  input: z.object({}),
  list: { rows: "templates" },
  annotations: LOOKS,
  run: (call) => call.call(contract, {}),
});
