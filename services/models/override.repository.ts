import type { AdminModel } from "../../contracts/catalog.js";
import { ModelOverride } from "../../entities/model-override.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Returns the operator's changes to every model. */
export const findOverrides = (read: Reader): Promise<ModelOverride[]> => read.find(ModelOverride, {});

/**
 * Changes the given overrides of a model. A model without any gets a row, in which every other property is
 * the plugin's own.
 */
export async function saveOverride(tx: Tx, id: string, set: Partial<AdminModel["overrides"]>): Promise<void> {
  const changes = { ...set, updatedAt: Date.now() };
  const found = await tx.findOneForUpdate(ModelOverride, { id });
  if (found === null)
    await tx.insert(ModelOverride, { id, enabled: null, pricing: null, paidOnly: null, ...changes });
  else await tx.update(ModelOverride, { id }, changes);
}
