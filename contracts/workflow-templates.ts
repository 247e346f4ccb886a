import { z } from "zod";
import { boundedJson } from "./bounded-json.js";
import { contract } from "./contract.js";
import { uuid } from "./ids.js";
import { total } from "./pagination.js";
import { inputNode, UNDER_1_MB, workflowName, workflow } from "./workflows.js";

export const workflowTemplate = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ready: z.boolean().describe("True when this deployment has all that the template needs."),
  missing: z
    .array(z.string())
    .describe("Requirements that this deployment lacks: models, a text model, a provider that transcribes."),
  nodeCount: z.int(),
  inputNodes: z.array(inputNode).describe("Nodes that a run may give a value."),
  graph: workflow.shape.graph,
});

export const listTemplates = contract({
  name: "workflows.listTemplates",
  description:
    "Lists the workflows that come with Kiln; POST /v1/workflows with templateId makes a copy of one that is the caller's own.",
  params: z.object({}),
  result: z.strictObject({ templates: z.array(workflowTemplate), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/workflow-templates" },
  area: "workflows",
});

export const importWorkflow = contract({
  name: "workflows.import",
  description:
    "Makes a workflow from a graph of another program, as far as its nodes have a counterpart; `missing` lists the nodes without one.",
  params: z.strictObject({
    format: z.literal("comfyui", 'must be "comfyui"').describe("Format of the graph: ComfyUI's API format."),
    prompt: boundedJson(
      z.record(
        z.string(),
        z.unknown(),
        "must be an object of nodes by id, as ComfyUI saves it in API format",
      ),
      UNDER_1_MB,
    ).describe(`Nodes by id, as "Save (API format)" writes them.`),
    model: z
      .string()
      .max(100)
      .optional()
      .describe("Id of the image model to use; default: the first of the catalog."),
    name: workflowName.optional().describe("Name of the workflow in lists."),
    projectId: uuid()
      .nullish()
      .describe("Id of a shared project; default: the caller's own default project."),
  }),
  result: z.strictObject({
    workflow,
    missing: z.array(z.strictObject({ nodeId: z.string(), type: z.string(), reason: z.string() })),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/workflows/import" },
  area: "workflows",
});
