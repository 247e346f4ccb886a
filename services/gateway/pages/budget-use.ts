import type { BudgetView } from "../../../contracts/budgets.js";
import { wholeNumber } from "../../../runtime/pages/words.js";

/** A limit with what is used of it, in a few words. */
export function budgetUse(budget: BudgetView | null | undefined): string {
  if (!budget) return "no limit";
  const { dailyCredits, totalCredits, usedToday, usedInAll } = budget;
  const of = (used: number, limit: number) => `${wholeNumber(used)} of ${wholeNumber(limit)} credits`;
  return [
    ...(dailyCredits === null ? [] : [`${of(usedToday, dailyCredits)} used today`]),
    ...(totalCredits === null ? [] : [`${of(usedInAll, totalCredits)} used in all`]),
  ].join(", ");
}
