import { z } from "zod";
import { kind } from "../../contracts/models.js";
import type { WorkflowNode } from "../../plugins/kit/workflow-node.js";
import { issueSentence } from "../actions/issue-sentence.js";
import { PORT_TYPES } from "../../plugins/kit/node-value.js";

const name = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,39}$/, "must be a name of letters and digits, as in `startFrame`");
const types = z.array(z.enum(PORT_TYPES)).min(1);
const description = z.string().min(1);

const input = z.strictObject({
  types,
  isList: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  setting: name.optional(),
  description,
});
const output = z.strictObject({
  types,
  branches: z.int().min(2).max(12).optional(),
  isNamedOnly: z.boolean().optional(),
  isOptional: z.boolean().optional(),
  description,
});
const setting = z.strictObject({
  type: z.enum(["string", "number", "boolean", "strings"]),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  values: z.array(z.string()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  model: kind.optional(),
  description,
});
const takes = z.union([
  z.strictObject({ value: z.literal("text"), field: name }),
  z.strictObject({ value: z.literal("storageId"), field: name, kind: z.enum(["image", "video", "audio"]) }),
]);
const portName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,39}(-\d{1,2})?$/, "must be a name of letters and digits");
const declared = z.object({
  type: name,
  version: z.int().min(1),
  title: description,
  description,
  inputs: z.record(portName, input),
  outputs: z.record(portName, output),
  settings: z.record(name, setting),
  takes: takes.optional(),
  isPure: z.boolean().optional(),
  isFresh: z.boolean().optional(),
  unpriced: z.enum(["always", "onPublish"]).optional(),
});

/** Returns the reason why a node type cannot serve, or null. */
export function workflowNodeProblem(node: Partial<WorkflowNode>): string | null {
  const parsed = declared.safeParse({ ...node }, { reportInput: true });
  const called = typeof node.type === "string" ? `The workflowNode ${node.type}` : "A workflowNode";
  if (!parsed.success) return `${called} is not sound: ${issueSentence(parsed.error.issues)}`;
  if (typeof node.run !== "function") return `${called} has no run.`;
  if (node.costs !== undefined && typeof node.costs !== "function")
    return `The costs of ${called} must be a function.`;
  const { settings, inputs } = parsed.data;
  for (const [port, { setting: field }] of Object.entries(inputs))
    if (field !== undefined && settings[field] === undefined)
      return `${called}: the input ${port} names the setting ${field}, which is not declared.`;
  const field = parsed.data.takes?.field;
  if (field !== undefined && settings[field] === undefined)
    return `${called} takes ${field}, which is not among its settings.`;
  return null;
}
