import type { Model, Pricing } from "../../contracts/models.js";

/** An operator's changes to a model; null or left out means the plugin's own (rules/models 7). */
export interface ModelOverride {
  enabled?: boolean | null;
  /** As a whole: no basis of the plugin's own remains. */
  pricing?: Pricing | null;
  paidOnly?: boolean | null;
}

/** The model as the catalog serves it. `model` stays as it is. */
export function applyOverride(model: Model, override: ModelOverride): Model {
  return {
    ...model,
    enabled: override.enabled ?? model.enabled,
    pricing: override.pricing ?? model.pricing,
    paidOnly: override.paidOnly ?? model.paidOnly,
  };
}
