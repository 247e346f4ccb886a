import { invalidParams } from "../../contracts/errors.js";
import { isUuid } from "../../contracts/ids.js";
import { noSuchNode, takesNoInputs, UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";
import type { WorkflowGraph, WorkflowGraphNode } from "../../entities/workflow.js";
import type { WorkflowNode } from "../../plugins/kit/workflow-node.js";
import type { ActionContext } from "../../runtime/actions/context.js";

type Takes = NonNullable<WorkflowNode["takes"]>;

interface Override {
  node: WorkflowGraphNode;
  takes: Takes;
  value: string;
}

/**
 * Returns the graph with a run's inputs in place of the saved values; the saved graph stays as it is
 * (rules/workflows 9 and 11). Throws `invalid_params` for unknown nodes, nodes that take no input, and values that
 * are missing or cannot be read.
 */
export async function applyInputs(
  context: ActionContext,
  graph: WorkflowGraph,
  inputs: Readonly<Record<string, unknown>>,
  takesOf: (node: WorkflowGraphNode) => Takes | undefined,
): Promise<WorkflowGraph> {
  const overrides = new Map<string, Override>();
  // When several nodes have the same id, the first one takes the input.
  const nodes = new Map(graph.nodes.toReversed().map((node) => [node.id, node]));
  for (const [id, given] of Object.entries(inputs)) {
    const node = nodes.get(id);
    if (node === undefined) throw invalidParams(noSuchNode(id));
    const takes = takesOf(node);
    if (takes === undefined) throw invalidParams(takesNoInputs(id, node.type));
    overrides.set(id, { node, takes, value: readValue(id, given, takes) });
  }
  await requireMedia(context, [...overrides.values()]);
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const override = overrides.get(node.id);
      return override?.node === node ? withValue(node, override) : node;
    }),
  };
}

function readValue(id: string, given: unknown, takes: Takes): string {
  const named = takes.value;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw invalidParams(`inputs.${id} must be an object with ${named}.`);
  const unknown = Object.keys(given).find((key) => key !== named);
  if (unknown !== undefined)
    throw invalidParams(`inputs.${id}: unknown field "${unknown}"; the field is ${named}.`);
  const value = (given as Readonly<Record<string, unknown>>)[named];
  if (takes.value === "text") {
    if (typeof value !== "string" || value.trim() === "")
      throw invalidParams(`inputs.${id}.text is required: text that is not empty.`);
    return value;
  }
  if (value === undefined || value === null || value === "")
    throw invalidParams(`inputs.${id}.storageId is required: the id of a committed ${takes.kind}.`);
  if (!isUuid(value)) throw invalidParams(UNKNOWN_STORAGE_ID);
  return value.toLowerCase();
}

async function requireMedia(context: ActionContext, overrides: readonly Override[]): Promise<void> {
  const media = overrides.filter(({ takes }) => takes.value === "storageId");
  if (media.length === 0) return;
  const storageIds = [...new Set(media.map(({ value }) => value))];
  const { objects } = await context.call(resolveMedia, { storageIds });
  const types = new Map(objects.map(({ storageId, contentType }) => [storageId, contentType]));
  for (const { node, takes, value } of media) {
    const type = types.get(value);
    if (type === undefined) throw invalidParams(UNKNOWN_STORAGE_ID);
    if (takes.value === "storageId" && type.split("/")[0] !== takes.kind)
      throw invalidParams(
        `inputs.${node.id}.storageId must be of kind ${takes.kind}; the object is ${type}.`,
      );
  }
}

function withValue(node: WorkflowGraphNode, { takes, value }: Override): WorkflowGraphNode {
  const data =
    typeof node.data === "object" && node.data !== null && !Array.isArray(node.data) ? node.data : {};
  return { ...node, data: { ...data, [takes.field]: value } };
}
