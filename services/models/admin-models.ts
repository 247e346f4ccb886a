import type { AdminModel } from "../../contracts/catalog.js";
import { invalidParams } from "../../contracts/errors.js";
import type { Pricing } from "../../contracts/models.js";
import type { Host } from "../../runtime/process/host.js";
import { checkPricing } from "./check-pricing.js";
import type { Catalog } from "./catalog.js";
import { saveOverride } from "./override.repository.js";
import { presentForOperator } from "./present-model.js";

export function listForOperator(
  catalog: Catalog,
  { limit, offset }: { limit: number; offset: number },
): { models: AdminModel[]; total: number } {
  const ids = [...catalog.snapshot.models.keys()].slice(offset, offset + limit);
  return {
    models: ids.map((id) => presentForOperator(catalog.snapshot, id)),
    total: catalog.snapshot.models.size,
  };
}

export interface ModelChange {
  id: string;
  enabled?: boolean | null | undefined;
  pricing?: Pricing | null | undefined;
  paidOnly?: boolean | null | undefined;
}

/**
 * Overrides the given properties of a model; null returns to the plugin's own (rules/models 7). Throws
 * invalid_params for pricing that does not fit the model.
 */
export async function changeModel(
  host: Pick<Host, "log" | "signals" | "transact">,
  catalog: Catalog,
  { id, enabled, pricing, paidOnly }: ModelChange,
): Promise<AdminModel> {
  const before = presentForOperator(catalog.snapshot, id);
  if (pricing) {
    const problems = checkPricing({ ...before, pricing });
    if (problems.length > 0) throw invalidParams(`pricing does not fit the model: ${problems.join("; ")}.`);
  }
  const set = {
    ...(enabled !== undefined && { enabled }),
    ...(pricing !== undefined && { pricing }),
    ...(paidOnly !== undefined && { paidOnly }),
  };
  await host.transact((tx) => saveOverride(tx, id, set));
  await catalog.reload();
  host.signals.send("catalog.changed", {});
  host.log.info({ model: id }, "an operator changed a model");
  return presentForOperator(catalog.snapshot, id);
}
