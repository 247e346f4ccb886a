import { In } from "typeorm";
import type { BudgetView, CredentialBudgetView, GrantBudgetView } from "../../contracts/budgets.js";
import { Budget } from "../../entities/budget.js";
import type { Reader } from "../../runtime/transaction.js";
import { DAY_MS, dayOf, usedOn } from "./budget.js";

/** The budgets of projects that have a limit, by their ids. */
export async function readBudgets(
  read: Reader,
  ids: readonly (string | null)[],
): Promise<Map<string, BudgetView>> {
  const budgets = await limitedOf(read, ids, (budget) => [budget.dailyCredits, budget.totalCredits]);
  return new Map(budgets.map((budget) => [budget.id, present(budget)]));
}

/** The same of API keys, with the project in which they spend. */
export async function readKeyBudgets(
  read: Reader,
  ids: readonly (string | null)[],
): Promise<Map<string, CredentialBudgetView>> {
  const budgets = await limitedOf(read, ids, (budget) => [
    budget.dailyCredits,
    budget.totalCredits,
    budget.projectId,
  ]);
  return new Map(budgets.map((budget) => [budget.id, { ...present(budget), projectId: budget.projectId }]));
}

/** The same of connected agents, with what they ask about too. */
export async function readGrantBudgets(
  read: Reader,
  ids: readonly (string | null)[],
): Promise<Map<string, GrantBudgetView>> {
  const budgets = await limitedOf(read, ids, (budget) => [
    budget.dailyCredits,
    budget.totalCredits,
    budget.projectId,
    budget.askAboveCredits,
  ]);
  return new Map(
    budgets.map((budget) => {
      const { projectId, askAboveCredits } = budget;
      return [budget.id, { ...present(budget), projectId, askAboveCredits }];
    }),
  );
}

async function limitedOf(
  read: Reader,
  ids: readonly (string | null)[],
  limitsOf: (budget: Budget) => unknown[],
): Promise<Budget[]> {
  const named = ids.filter((id) => id !== null);
  if (named.length === 0) return [];
  const budgets = await read.find(Budget, { id: In(named) });
  return budgets.filter((budget) => limitsOf(budget).some((limit) => limit !== null));
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
