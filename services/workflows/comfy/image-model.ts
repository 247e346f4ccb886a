import { findModel, listModels } from "../../../contracts/catalog.js";
import { invalidParams } from "../../../contracts/errors.js";
import type { ActionContext } from "../../../runtime/context.js";

/** The image model that an import names, or the first of the catalog. Throws `invalid_params` for one that is none. */
export async function imageModel(context: ActionContext, wanted: string | undefined): Promise<string | null> {
  if (wanted === undefined) {
    const { models } = await context.call(listModels, { kind: "image", limit: 1, offset: 0 });
    return models[0]?.id ?? null;
  }
  const { model } = await context.call(findModel, { id: wanted });
  if (model === null || !model.enabled || model.kind !== "image")
    throw invalidParams(`model: there is no image model "${wanted}".`);
  return wanted;
}
