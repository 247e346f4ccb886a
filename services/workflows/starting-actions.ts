import { listNodeTypes as listNodeTypesContract } from "../../contracts/workflow-node-types.js";
import {
  importWorkflow as importContract,
  listTemplates as listTemplatesContract,
} from "../../contracts/workflow-templates.js";
import { type Action, action } from "../../runtime/action.js";
import type { Host } from "../../runtime/host.js";
import { importComfy } from "./comfy/import-comfy.js";
import { imageModel } from "./comfy/image-model.js";
import { listNodeTypes } from "./graph/list-node-types.js";
import { presentWorkflow } from "./present-workflow.js";
import { createWorkflow, findHome } from "./save-workflow.js";
import { listTemplates } from "./templates/list-templates.js";

/** The actions about what one begins a workflow with: types of nodes, templates, graphs of other programs. */
export const startingActions = (host: Host): Action[] => [
  action(listNodeTypesContract, {
    run: async () => {
      const nodeTypes = listNodeTypes(host);
      return { nodeTypes, total: nodeTypes.length };
    },
  }),
  action(listTemplatesContract, { run: (context) => listTemplates(host, context) }),
  action(importContract, {
    find: (context, params) => findHome(host, context, params),
    run: async (context, params, home) => {
      const { graph, missing } = importComfy(params.prompt, await imageModel(context, params.model));
      const given = { graph, name: params.name ?? "ComfyUI import" };
      return { workflow: presentWorkflow(await createWorkflow(host, context, given, home)), missing };
    },
  }),
];
