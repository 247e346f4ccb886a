import { In } from "typeorm";
import type { BudgetView, GrantBudgetView } from "../../contracts/budgets.js";
import { Budget } from "../../entities/budget.js";
import type { Reader } from "../../runtime/transaction.js";
import { DAY_MS, dayOf, usedOn } from "./budget.js";

/** The budgets of keys, grants or projects that have a limit, by their ids. */
export async function readBudgets(
  read: Reader,
  ids: readonly (string | null)[],
): Promise<Map<string, BudgetView>> {
  const named = ids.filter((id) => id !== null);
  if (named.length === 0) return new Map();
  const budgets = await read.find(Budget, { id: In(named) });
  return new Map(
    budgets
      .filter(({ dailyCredits, totalCredits }) => dailyCredits !== null || totalCredits !== null)
      .map((budget) => [budget.id, present(budget)]),
  );
}

/** The same of connected agents, with what they ask about. */
export async function readGrantBudgets(
  read: Reader,
  ids: readonly (string | null)[],
): Promise<Map<string, GrantBudgetView>> {
  const named = ids.filter((id) => id !== null);
  if (named.length === 0) return new Map();
  const budgets = await read.find(Budget, { id: In(named) });
  return new Map(
    budgets
      .filter((budget) =>
        [budget.dailyCredits, budget.totalCredits, budget.askAboveCredits].some((limit) => limit !== null),
      )
      .map((budget) => [budget.id, { ...present(budget), askAboveCredits: budget.askAboveCredits }]),
  );
}

/** Above how many credits a connected agent asks first; null: never. */
export async function readAskAbove(read: Reader, id: string): Promise<number | null> {
  return (await read.findOne(Budget, { id }))?.askAboveCredits ?? null;
}

function present(budget: Budget): BudgetView {
  const { dailyCredits, totalCredits, usedInAll } = budget;
  const today = Math.max(dayOf(Date.now()), budget.day);
  return {
    dailyCredits,
    totalCredits,
    usedToday: usedOn(budget, today),
    usedInAll,
    renewsAt: dailyCredits === null ? null : new Date((today + 1) * DAY_MS).toISOString(),
  };
}
