import { AUTO_MODEL } from "../../../contracts/content-settings.js";
import { invalidParams, ServiceError } from "../../../contracts/errors.js";
import { resolveTextModel } from "../../../contracts/translation.js";
import type { ActionContext } from "../../../runtime/actions/context.js";

/**
 * Throws `invalid_params` for an unknown text model (rules/translation 10). The current model may be sent
 * again, even while its provider is not running.
 */
export async function checkModel(
  context: ActionContext,
  model: string | undefined,
  current: string,
): Promise<void> {
  if (model === undefined || model === AUTO_MODEL || model === current) return;
  try {
    await context.call(resolveTextModel, { model });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "invalid_params") throw invalidParams(`translation.${error.message}`);
    if (error.code === "provider_unavailable")
      throw invalidParams(
        `translation.model must be ${AUTO_MODEL}: no provider that translates is configured.`,
      );
    throw error;
  }
}
