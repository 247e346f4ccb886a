import { ContentPublishBudget } from "../../../entities/content-publish-budget.js";
import type { Tx } from "../../../runtime/database/transaction.js";

/** For a publish that a translation follows: that counts against the limit of who publishes, if they have one (ADR-0037). */
export async function keepPublishBudget(
  tx: Tx,
  id: string,
  budgetId: string | null | undefined,
): Promise<void> {
  await tx.delete(ContentPublishBudget, { id });
  if (budgetId) await tx.insert(ContentPublishBudget, { id, budgetId });
}

/** The budget that what follows a publish counts against, once; null for none. */
export async function takePublishBudget(tx: Tx, id: string): Promise<string | null> {
  const kept = await tx.findOneForUpdate(ContentPublishBudget, { id });
  if (kept !== null) await tx.delete(ContentPublishBudget, { id });
  return kept?.budgetId ?? null;
}
