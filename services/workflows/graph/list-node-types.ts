import type { WorkflowNodeTypeView } from "../../../contracts/workflow-node-types.js";
import type { InputPort, NodeSetting, WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import type { Host } from "../../../runtime/process/host.js";
import { outputsOf } from "./connect.js";

/** Lists every version of the node types that this process's plugins declare, by type and version. */
export const listNodeTypes = (host: Pick<Host, "plugins">): WorkflowNodeTypeView[] =>
  host.plugins
    .all("workflowNode")
    .map(presentNodeType)
    .toSorted((a, b) => (a.type === b.type ? a.version - b.version : a.type < b.type ? -1 : 1));

function presentNodeType(definition: WorkflowNode): WorkflowNodeTypeView {
  const { type, version, title, description, inputs, outputs, settings, takes, costs, unpriced } = definition;
  const told = new Map(Object.entries(outputs));
  return {
    type,
    version,
    title,
    description,
    inputs: Object.entries(inputs).map(presentInput),
    outputs: outputsOf(definition).map(({ name, types, isBranch, isNamedOnly }) => ({
      name,
      types: [...types],
      namedOnly: isNamedOnly,
      description: told.get(isBranch ? name.slice(0, name.lastIndexOf("-")) : name)?.description ?? "",
    })),
    settings: Object.entries(settings).map(presentSetting),
    takes: takes === undefined ? null : { ...takes },
    costs: costs !== undefined || unpriced !== undefined,
  };
}

const presentInput = ([name, { types, isList = false, isRequired = false, setting, description }]: [
  string,
  InputPort,
]) => ({
  name,
  types: [...types],
  list: isList,
  required: isRequired,
  setting: setting ?? null,
  description,
});

const presentSetting = ([name, { type, default: usual, values, min, max, model, description }]: [
  string,
  NodeSetting,
]) => ({
  name,
  type,
  ...(usual !== undefined && { default: usual }),
  ...(values !== undefined && { values: [...values] }),
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
  ...(model !== undefined && { model }),
  description,
});
