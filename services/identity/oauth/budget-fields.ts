import type { BudgetLimits, BudgetView } from "../../../contracts/budgets.js";
import { updateOauthGrant } from "../../../contracts/oauth.js";
import { issueSentence } from "../../../runtime/issue-sentence.js";
import { field, type Filled, filledFrom, UNFILLED } from "../../../runtime/pages/field.js";
import { html, type Html } from "../../../runtime/pages/html.js";

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
  const limits = BUDGET_FIELDS.map((name) => {
    const given = (form.get(name) ?? "").trim();
    return given === "" ? null : /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(given) ? Number(given) : given;
  }) as (number | null)[];
  const [dailyCredits = null, totalCredits = null] = limits;
  return dailyCredits === null && totalCredits === null ? null : { dailyCredits, totalCredits };
}

const ofGrant = updateOauthGrant.params.pick({ budget: true });

/** The limits of a form, held against the contract before there is anything to limit; or the form with what is wrong. */
export function checkBudget(form: URLSearchParams): { budget: BudgetLimits | null } | { wrong: Filled } {
  const read = ofGrant.safeParse({ budget: readBudget(form) });
  if (read.success) return read.data;
  const values = Object.fromEntries(BUDGET_FIELDS.map((name) => [name, form.get(name) ?? ""]));
  const refusal = { code: "invalid_params", message: issueSentence(read.error.issues) };
  return { wrong: filledFrom(values, refusal, BUDGET_FIELDS) };
}
