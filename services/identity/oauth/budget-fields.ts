import type { BudgetLimits, BudgetView } from "../../../contracts/budgets.js";
import { field, type Filled, UNFILLED } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";

/** Names of the fields, equal to the paths in the API's refusals. */
export const BUDGET_FIELDS = ["budget.dailyCredits", "budget.totalCredits"] as const;

/**
 * Renders the fields of the two limits of ADR-0037; an empty field is no limit. `id` keeps several forms of a
 * page apart.
 */
export function budgetFields(budget: BudgetView | null, filled: Filled = UNFILLED, id = "budget"): Html {
  const limit = (name: (typeof BUDGET_FIELDS)[number], label: string, value: number | null | undefined) =>
    field(
      {
        name,
        label,
        id: `${id}-${name.slice(7)}`,
        type: "number",
        min: 0,
        isOptional: true,
        isUnmarked: true,
        value: String(value ?? ""),
      },
      filled,
    );
  return html`<div class="pair">
    ${limit("budget.dailyCredits", "Credits a day", budget?.dailyCredits)}
    ${limit("budget.totalCredits", "Credits in all", budget?.totalCredits)}
  </div>`;
}

/**
 * Reads the limits from a form; null when the form sets none. A value that is not a number is passed on for
 * the contract to refuse.
 */
export function readBudget(form: URLSearchParams): BudgetLimits | null {
  const [dailyCredits = null, totalCredits = null] = BUDGET_FIELDS.map((name) => readCredits(form.get(name)));
  return dailyCredits === null && totalCredits === null ? null : { dailyCredits, totalCredits };
}

/** Reads a typed number of credits; null for an empty field. A text that is not a number stays as it is. */
export function readCredits(text: string | null): number | null {
  const given = (text ?? "").trim();
  if (given === "") return null;
  return (/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(given) ? Number(given) : given) as number;
}
