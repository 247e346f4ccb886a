import { composeApplication, findApplication } from "../../../contracts/applications.js";
import type { ApplicationInputs, GenerationRequest } from "../../../plugins/kit/workflow-node.js";
import type { ActionContext } from "../../../runtime/actions/context.js";

/** Returns the generation that a run of an Application amounts to. Throws the refusals of the Application. */
export async function composeRun(
  context: ActionContext,
  id: string,
  inputs: ApplicationInputs,
): Promise<GenerationRequest> {
  const { modelId } = await context.call(findApplication, { id });
  const { params } = await context.call(composeApplication, { ...inputs, id });
  return { model: modelId, params };
}
