import { Budget } from "../../entities/budget.js";
import type { Hold } from "../../entities/hold.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterCount, countingDay, passes } from "./budget.js";
import { otherProject, overEnded, overLimit } from "./refuse-budget.js";

interface Spending {
  projectId: string | null;
  budgetId: string | null | undefined;
  credits: number;
}

interface Counted {
  budgetId: string | null;
  projectBudgetId: string | null;
  day: number;
}

/**
 * Locks the budgets among `limits` that a hold counts against, in the order of their ids and after the
 * balance; null if there are none. The returned `count` counts the credits once nothing else refuses. Throws
 * `forbidden` over a limit, outside of the project that a credential is limited to, and for a key or agent
 * that was ended: its limit is gone, and its work may not continue without one.
 */
export async function lockBudgets(
  tx: Tx,
  limits: readonly string[],
  { projectId, budgetId, credits }: Spending,
): Promise<{ count(): Promise<Counted> } | null> {
  const budgets: Budget[] = [];
  for (const id of limits.toSorted()) {
    const budget = await tx.findOneForUpdate(Budget, { id });
    if (budget !== null) budgets.push(budget);
    else if (id === budgetId) throw overEnded();
  }
  if (budgets.length === 0) return null;
  const bound = budgets.find(({ id }) => id === budgetId);
  if (bound !== undefined && credits > 0 && !isWithin(bound, projectId)) throw otherProject(bound, credits);
  const day = countingDay(
    Date.now(),
    budgets.map((budget) => budget.day),
  );
  for (const budget of budgets) {
    const passed = passes(budget, credits, day);
    if (passed !== null) throw overLimit(budget.subject, passed, { credits, day });
  }
  return {
    async count() {
      for (const budget of budgets)
        await tx.update(Budget, { id: budget.id }, afterCount(budget, credits, day));
      const named = (id: string | null | undefined) => budgets.find((budget) => budget.id === id)?.id ?? null;
      return { budgetId: named(budgetId), projectBudgetId: named(projectId), day };
    },
  };
}

/**
 * Returns whether a credential may spend on work of this project; work without a project belongs to the
 * default project.
 */
const isWithin = (bound: Pick<Budget, "projectId" | "isDefaultProject">, projectId: string | null): boolean =>
  bound.projectId === null || bound.projectId === projectId || (projectId === null && bound.isDefaultProject);

/**
 * Subtracts the part that an ended hold did not cost from its budgets, on the day on which the hold was made.
 */
export async function giveBack(
  tx: Tx,
  { budgetId, projectBudgetId, budgetDay }: Hold,
  credits: number,
): Promise<void> {
  const ids = [budgetId, projectBudgetId].flatMap((id) => id ?? []);
  if (ids.length === 0 || credits === 0) return;
  await tx.run(
    `UPDATE budgets SET usedInAll = usedInAll - ?, usedOfDay = CASE WHEN day = ? THEN usedOfDay - ? ELSE usedOfDay END
      WHERE id IN (${placeholders(ids)})`,
    [credits, budgetDay, credits, ...ids],
  );
}
