import type { BudgetView, CredentialBudgetView, GrantBudgetView } from "../../contracts/budgets.js";
import type { Budget } from "../../entities/budget.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { DAY_MS, dayOf, usedOn } from "./budget.js";
import { findBudget, findBudgets } from "./limit.repository.js";

/** The fields that a budget may limit in addition to credits. */
type Limit = "projectId" | "askAboveCredits";

/**
 * Makes a function that reads budgets by their ids and leaves out those that limit nothing. Their views have
 * the given limits too.
 */
const readWith =
  <L extends Limit>(...limits: readonly L[]) =>
  async (
    read: Reader,
    ids: readonly (string | null)[],
  ): Promise<Map<string, BudgetView & Pick<Budget, L>>> => {
    const named = ids.filter((id) => id !== null);
    if (named.length === 0) return new Map();
    const all: readonly (keyof Budget)[] = ["dailyCredits", "totalCredits", ...limits];
    const budgets = await findBudgets(read, named);
    return new Map(
      budgets
        .filter((budget) => all.some((limit) => budget[limit] !== null))
        .map((budget) => {
          const more = Object.fromEntries(limits.map((limit) => [limit, budget[limit]]));
          return [budget.id, { ...present(budget), ...(more as Pick<Budget, L>) }];
        }),
    );
  };

/** Reads the budgets of projects. */
export const readBudgets: ReadViews<BudgetView> = readWith();
/** Reads the budgets of API keys, with the project in which they may spend. */
export const readKeyBudgets: ReadViews<CredentialBudgetView> = readWith("projectId");
/**
 * Reads the budgets of connected agents, with the project in which they may spend and the credits above which
 * they ask first.
 */
export const readGrantBudgets: ReadViews<GrantBudgetView> = readWith("projectId", "askAboveCredits");

type ReadViews<View> = (read: Reader, ids: readonly (string | null)[]) => Promise<Map<string, View>>;

/** Returns the credits above which a connected agent asks first; null if it never asks. */
export async function readAskAbove(read: Reader, id: string): Promise<number | null> {
  return (await findBudget(read, id))?.askAboveCredits ?? null;
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
