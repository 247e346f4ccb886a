import { z } from "zod";
import { contract } from "./contract.js";
import { kind } from "./models.js";
import { total } from "./pagination.js";

const types = z.array(z.enum(["image", "video", "audio", "text"]));

const inputPort = z.strictObject({
  name: z.string(),
  types: types.describe("Types of values that may be connected to the port."),
  list: z
    .boolean()
    .describe("True for a port that takes any number of edges, in their order; any other port takes one."),
  required: z.boolean(),
  setting: z
    .string()
    .nullable()
    .describe("Name of the setting that gives the value when nothing is connected; null when there is none."),
  description: z.string(),
});

const outputPort = z.strictObject({
  name: z.string(),
  types,
  namedOnly: z.boolean().describe("True for a port that only edges naming it take from."),
  description: z.string(),
});

const setting = z.strictObject({
  name: z.string().describe("Name of a field of the graph node's `data`."),
  type: z.enum(["string", "number", "boolean", "strings"]),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  values: z.array(z.string()).optional().describe("Accepted values of a string."),
  min: z.number().optional(),
  max: z.number().optional(),
  model: kind.optional().describe("Kind of model of which the setting is an id, of GET /v1/models."),
  description: z.string(),
});

export const workflowNodeType = z.strictObject({
  type: z.string(),
  version: z.int().describe("Version of the type; a graph node names it in `version`, unless it is 1."),
  title: z.string(),
  description: z.string(),
  inputs: z.array(inputPort),
  outputs: z.array(outputPort).describe("Output ports, with each branch as a port of its own."),
  settings: z.array(setting),
  takes: z
    .strictObject({
      value: z.enum(["text", "storageId"]),
      field: z.string().describe("Name of the field of `data` that the value replaces."),
      kind: z.enum(["image", "video", "audio"]).optional().describe("Kind of the stored file."),
    })
    .nullable()
    .describe("Value that a run's `inputs` may give the node; null when they may give none."),
  costs: z.boolean().describe("True when the node may cost credits."),
});
export type WorkflowNodeTypeView = z.infer<typeof workflowNodeType>;

export const listNodeTypes = contract({
  name: "workflows.listNodeTypes",
  description:
    "Lists the types of nodes that this deployment has, including those of plugins, with the ports and settings that an editor of graphs needs.",
  params: z.object({}),
  result: z.strictObject({ nodeTypes: z.array(workflowNodeType), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/workflow-node-types" },
  area: "workflows",
});
