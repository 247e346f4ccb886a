import { z } from "zod";
import { contract } from "./contract.js";
import { kind } from "./models.js";
import { total } from "./pagination.js";

const types = z.array(z.enum(["image", "video", "audio", "text"]));

const inputPort = z.strictObject({
  name: z.string(),
  types: types.describe("What may be connected."),
  list: z.boolean().describe("Takes any number of edges, in their order; any other takes one."),
  required: z.boolean(),
  setting: z.string().nullable().describe("The setting that stands in where nothing is connected."),
  description: z.string(),
});

const outputPort = z.strictObject({
  name: z.string(),
  types,
  namedOnly: z.boolean().describe("Taken only by edges that name it."),
  description: z.string(),
});

const setting = z.strictObject({
  name: z.string().describe("A field of the graph node's `data`."),
  type: z.enum(["string", "number", "boolean", "strings"]),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  values: z.array(z.string()).optional().describe("Accepted values of a string."),
  min: z.number().optional(),
  max: z.number().optional(),
  model: kind.optional().describe("It is the id of a model of this kind, of GET /v1/models."),
  description: z.string(),
});

export const workflowNodeType = z.strictObject({
  type: z.string(),
  version: z.int().describe("A graph node names it in `version`, unless it is 1."),
  title: z.string(),
  description: z.string(),
  inputs: z.array(inputPort),
  outputs: z.array(outputPort).describe("Branches one by one."),
  settings: z.array(setting),
  takes: z
    .strictObject({
      value: z.enum(["text", "storageId"]),
      field: z.string().describe("The field of `data` that it stands in for."),
      kind: z.enum(["image", "video", "audio"]).optional().describe("Of a stored file."),
    })
    .nullable()
    .describe("What a run's `inputs` may give it."),
  costs: z.boolean().describe("Whether it may cost credits."),
});
export type WorkflowNodeTypeView = z.infer<typeof workflowNodeType>;

export const listNodeTypes = contract({
  name: "workflows.listNodeTypes",
  description:
    "The types of nodes that this deployment has, also those of plugins, with their ports and settings: what an editor of graphs needs.",
  params: z.object({}),
  result: z.strictObject({ nodeTypes: z.array(workflowNodeType), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/workflow-node-types" },
  area: "workflows",
});
