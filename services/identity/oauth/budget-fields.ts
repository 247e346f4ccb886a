import type { BudgetLimits, BudgetView } from "../../../contracts/budgets.js";
import { field, type Filled, UNFILLED } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";

/** Named as the API's sentences name what is wrong with them. */
export const BUDGET_FIELDS = ["budget.dailyCredits", "budget.totalCredits"] as const;

/** The two limits of ADR-0037; an empty field is no limit. `id` tells several forms of a page apart. */
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

/** The limits that a form asks for, or null when it asks for none. What is no number is left to the contract to refuse. */
export function readBudget(form: URLSearchParams): BudgetLimits | null {
  const [dailyCredits = null, totalCredits = null] = BUDGET_FIELDS.map((name) => readCredits(form.get(name)));
  return dailyCredits === null && totalCredits === null ? null : { dailyCredits, totalCredits };
}

/** A number of credits as it was typed; null for none. What is no number stays as it is. */
export function readCredits(text: string | null): number | null {
  const given = (text ?? "").trim();
  if (given === "") return null;
  return (/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(given) ? Number(given) : given) as number;
}
