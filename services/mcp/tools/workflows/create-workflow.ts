import { createWorkflow as contract } from "../../../../contracts/workflows.js";
import { defineTool } from "../../tool.js";

const { shape } = contract.params;

export const createWorkflow = defineTool({
  name: "create_workflow",
  title: "Create a workflow",
  description:
    "Saves a new workflow, from a template or from a graph of one's own; it costs nothing until it is run. estimate_workflow says what a run would cost, and run_workflow starts one. A graph's mistakes show there, node by node: here only its shape is checked.",
  contract,
  input: contract.params.extend({
    graph: shape.graph.describe(
      "In place of templateId: { nodes: [{ id, type, x, y, data }], edges: [{ id, source, target, sourceHandle, targetHandle }] }, as the graphs of list_workflow_templates. Handles name ports; null is the first free one that fits.",
    ),
    templateId: shape.templateId.describe("In place of graph: an id of list_workflow_templates."),
    name: shape.name.describe("Name of the workflow; default: the template's name, or Untitled Workflow."),
    projectId: shape.projectId.describe(
      "A shared project, whose members then share the workflow and whose owner's credits its runs take; left out: the account's own.",
    ),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  run: (call, input) => call.call(contract, input),
});
