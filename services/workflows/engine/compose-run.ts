import { composeApplication, findApplication } from "../../../contracts/applications.js";
import type { ApplicationInputs, GenerationRequest } from "../../../plugins/kit/workflow-node.js";
import type { ActionContext } from "../../../runtime/actions/context.js";

/** The generation that a run of an Application is. Throws its refusals. */
export async function composeRun(
  context: ActionContext,
  id: string,
  inputs: ApplicationInputs,
): Promise<GenerationRequest> {
  const { modelId } = await context.call(findApplication, { id });
  const { params } = await context.call(composeApplication, { ...inputs, id });
  return { model: modelId, params };
}
