import { z } from "zod";
import { contract } from "./contract.js";
import { uuid } from "./ids.js";
import { total } from "./pagination.js";
import { inputNode, workflowName, workflow } from "./workflows.js";

export const workflowTemplate = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ready: z.boolean().describe("Whether this deployment has all that the template needs."),
  missing: z.array(z.string()).describe("What it lacks: models, a text model, a provider that transcribes."),
  nodeCount: z.int(),
  inputNodes: z.array(inputNode).describe("What a run may be given."),
  graph: workflow.shape.graph,
});

export const listTemplates = contract({
  name: "workflows.listTemplates",
  description:
    "Workflows that come with Kiln; POST /v1/workflows with templateId makes one the caller's own.",
  params: z.object({}),
  result: z.strictObject({ templates: z.array(workflowTemplate), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/workflow-templates" },
  area: "workflows",
});

export const importWorkflow = contract({
  name: "workflows.import",
  description:
    "Makes a workflow from a graph of another program, as far as its nodes have a counterpart; `missing` lists what has none.",
  params: z.strictObject({
    format: z.literal("comfyui", 'must be "comfyui"').describe("ComfyUI's API format."),
    prompt: z
      .record(z.string(), z.unknown(), "must be an object of nodes by id, as ComfyUI saves it in API format")
      .describe('The nodes by id, as "Save (API format)" writes them.'),
    model: z
      .string()
      .max(100)
      .optional()
      .describe("The image model to use; default: the first of the catalog."),
    name: workflowName.optional().describe("What lists call it."),
    projectId: uuid().nullish().describe("A shared project; default: the caller's own default project."),
  }),
  result: z.strictObject({
    workflow,
    missing: z.array(z.strictObject({ nodeId: z.string(), type: z.string(), reason: z.string() })),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/workflows/import" },
  area: "workflows",
});
