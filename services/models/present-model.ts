import type { AdminModel } from "../../contracts/catalog.js";
import { notFound } from "../../contracts/errors.js";
import type { Snapshot } from "./catalog.js";

const NONE: AdminModel["overrides"] = { enabled: null, pricing: null, paidOnly: null };

/** Returns a model with what an operator has overridden. Throws `not_found` for one that no provider declares. */
export const presentForOperator = ({ models, overrides }: Snapshot, id: string): AdminModel => {
  const model = models.get(id);
  if (!model) throw notFound("No running provider declares this model.");
  return { ...model, overrides: overrides.get(id) ?? NONE };
};
