import { listNodeTypes as listNodeTypesContract } from "../../contracts/workflow-node-types.js";
import {
  importWorkflow as importContract,
  listTemplates as listTemplatesContract,
} from "../../contracts/workflow-templates.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { Host } from "../../runtime/process/host.js";
import { importComfy } from "./comfy/import-comfy.js";
import { listNodeTypes } from "./graph/list-node-types.js";
import { presentWorkflow } from "./present-workflow.js";
import { createWorkflow } from "./save-workflow.js";
import { listTemplates } from "./templates/list-templates.js";
import { requireHome } from "./workflows.policy.js";
import { findModel, listModels } from "../../contracts/catalog.js";
import { invalidParams } from "../../contracts/errors.js";
import type { ActionContext } from "../../runtime/actions/context.js";

/**
 * Returns the actions that help to begin a workflow: types of nodes, templates, and imports of other programs'
 * graphs.
 */
export const startingActions = (host: Host): Action[] => [
  action(listNodeTypesContract, {
    run: async () => {
      const nodeTypes = listNodeTypes(host);
      return { nodeTypes, total: nodeTypes.length };
    },
  }),
  action(listTemplatesContract, { run: (context) => listTemplates(host, context) }),
  action(importContract, {
    find: (context, params) => requireHome(host, context, params),
    run: async (context, params, home) => {
      const { graph, missing } = importComfy(params.prompt, await imageModel(context, params.model));
      const given = { graph, name: params.name ?? "ComfyUI import" };
      return { workflow: presentWorkflow(await createWorkflow(host, context, given, home)), missing };
    },
  }),
];

/**
 * Returns the image model that an import names, or the first one of the catalog. Throws `invalid_params` for an id
 * that is no image model.
 */
async function imageModel(context: ActionContext, wanted: string | undefined): Promise<string | null> {
  if (wanted === undefined) {
    const { models } = await context.call(listModels, { kind: "image", limit: 1, offset: 0 });
    return models[0]?.id ?? null;
  }
  const { model } = await context.call(findModel, { id: wanted });
  if (model === null || !model.enabled || model.kind !== "image")
    throw invalidParams(`model: there is no image model "${wanted}".`);
  return wanted;
}
