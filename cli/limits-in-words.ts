import type { GrantBudgetView } from "../contracts/budgets.js";

/** What a connected agent may spend, for one cell of a table. */
export function limitsInWords(budget: GrantBudgetView | null): string {
  if (budget === null) return "no limit";
  const { dailyCredits, usedToday, totalCredits, usedInAll, projectId, askAboveCredits } = budget;
  return [
    ...(dailyCredits === null ? [] : [`${dailyCredits} a day (${usedToday} used)`]),
    ...(totalCredits === null ? [] : [`${totalCredits} in all (${usedInAll} used)`]),
    ...(projectId === null ? [] : [`in project ${projectId} only`]),
    ...(askAboveCredits === null ? [] : [`asks above ${askAboveCredits}`]),
  ].join(", ");
}
