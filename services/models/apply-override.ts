import type { Model, Pricing } from "../../contracts/models.js";

/** An operator's changes to a model; null or left out means the plugin's own value (rules/models 7). */
export interface ModelOverride {
  enabled?: boolean | null;
  /** Pricing as a whole: no basis of the plugin's own remains. */
  pricing?: Pricing | null;
  paidOnly?: boolean | null;
}

/** Returns the model as the catalog serves it, and leaves `model` unchanged. */
export function applyOverride(model: Model, override: ModelOverride): Model {
  return {
    ...model,
    enabled: override.enabled ?? model.enabled,
    pricing: override.pricing ?? model.pricing,
    paidOnly: override.paidOnly ?? model.paidOnly,
  };
}
