import type { AdminModel } from "../../contracts/catalog.js";
import { ModelOverride } from "../../entities/model-override.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** What an operator has changed of every model. */
export const findOverrides = (read: Reader): Promise<ModelOverride[]> => read.find(ModelOverride, {});

/** Changes what is given of a model's overrides; a model without any gets a row, in which the rest is the plugin's own. */
export async function saveOverride(tx: Tx, id: string, set: Partial<AdminModel["overrides"]>): Promise<void> {
  const changes = { ...set, updatedAt: Date.now() };
  const found = await tx.findOneForUpdate(ModelOverride, { id });
  if (found === null)
    await tx.insert(ModelOverride, { id, enabled: null, pricing: null, paidOnly: null, ...changes });
  else await tx.update(ModelOverride, { id }, changes);
}
