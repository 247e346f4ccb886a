import type { BudgetView, GrantBudgetView } from "../../../contracts/budgets.js";
import { wholeNumber } from "../../../runtime/http/pages/words.js";
import type { PayingProject } from "../../identity/index.js";

/** Describes a limit and its use in a few words. */
export const budgetUse = (budget: BudgetView | null | undefined): string =>
  usesOf(budget).join(", ") || "no limit";

/**
 * Describes the limit and use of a connected agent, with the project in which it spends and the credits above
 * which it asks.
 */
export function agentUse(budget: GrantBudgetView | null, projects: readonly PayingProject[]): string {
  const project = projects.find(({ id }) => id === budget?.projectId);
  const ask = budget?.askAboveCredits ?? null;
  return (
    [
      ...usesOf(budget),
      ...(budget?.projectId ? [placeOf(project)] : []),
      ...(ask === null
        ? []
        : [ask === 0 ? "asks before each call" : `asks above ${wholeNumber(ask)} credits`]),
    ].join(", ") || "no limit"
  );
}

const placeOf = (project: PayingProject | undefined): string =>
  project === undefined
    ? "only in a project that you are not in any more"
    : project.isDefault
      ? "only outside of shared projects"
      : `only in “${project.name}”`;

function usesOf(budget: BudgetView | null | undefined): string[] {
  if (!budget) return [];
  const { dailyCredits, totalCredits, usedToday, usedInAll } = budget;
  const of = (used: number, limit: number) => `${wholeNumber(used)} of ${wholeNumber(limit)} credits`;
  return [
    ...(dailyCredits === null ? [] : [`${of(usedToday, dailyCredits)} used today`]),
    ...(totalCredits === null ? [] : [`${of(usedInAll, totalCredits)} used in all`]),
  ];
}
