import { importWorkflow as contract } from "../../../../contracts/workflow-templates.js";
import { defineTool } from "../../tool.js";

const { shape } = contract.params;

export const importWorkflow = defineTool({
  name: "import_workflow",
  title: "Import a workflow",
  description:
    "Makes a workflow of a graph that ComfyUI saved in its API format. Texts, samplers, pictures, upscales and saved pictures have a counterpart; missing lists the nodes that have none, with the reason. It costs nothing; look at the result with get_workflow before run_workflow.",
  contract,
  input: contract.params.extend({
    model: shape.model.describe("The image model to use, an id of list_models; default: the first one."),
    name: shape.name.describe("Name of the workflow; default: ComfyUI import."),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  run: (call, input) => call.call(contract, input),
});
