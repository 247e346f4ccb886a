import { Budget } from "../../entities/budget.js";
import type { Hold } from "../../entities/hold.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterCount, dayOf, passes } from "./budget.js";
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
 * Locks the budgets of those `limits` that a hold counts against, after the balance and in the order of ids; null where there is none.
 * `count` counts the credits, when nothing else refuses. Throws `forbidden` over a limit, outside the project that a credential is
 * limited to, and for a key or agent that was ended: its limit went with it, and what it had begun may not go on without one.
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
  // another process's clock may be past midnight already
  const day = Math.max(dayOf(Date.now()), ...budgets.map((budget) => budget.day));
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

/** Whether a credential may spend on work of this project; work that names none is the default project's. */
const isWithin = (bound: Pick<Budget, "projectId" | "isDefaultProject">, projectId: string | null): boolean =>
  bound.projectId === null || bound.projectId === projectId || (projectId === null && bound.isDefaultProject);

/** Takes what an ended hold did not cost off its budgets, for the day on which it was made. */
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
