import { ContentPublishBudget } from "../../../entities/content-publish-budget.js";
import type { Tx } from "../../../runtime/database/transaction.js";

/**
 * Stores the budget of a publish that a translation follows: the translation counts against the limit of the
 * publisher, if there is one (ADR-0037).
 */
export async function savePublishBudget(
  tx: Tx,
  id: string,
  budgetId: string | null | undefined,
): Promise<void> {
  await tx.delete(ContentPublishBudget, { id });
  if (budgetId) await tx.insert(ContentPublishBudget, { id, budgetId });
}

/** Returns and removes the budget against which the work after a publish counts; null for none. */
export async function takePublishBudget(tx: Tx, id: string): Promise<string | null> {
  const kept = await tx.findOneForUpdate(ContentPublishBudget, { id });
  if (kept !== null) await tx.delete(ContentPublishBudget, { id });
  return kept?.budgetId ?? null;
}
