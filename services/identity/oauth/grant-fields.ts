import type { GrantBudgetView, GrantLimits } from "../../../contracts/budgets.js";
import { updateOauthGrant } from "../../../contracts/oauth.js";
import { issueSentence } from "../../../runtime/actions/issue-sentence.js";
import { choice } from "../../../runtime/http/pages/choice.js";
import { field, type Filled, filledFrom, UNFILLED } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import { BUDGET_FIELDS, budgetFields, readBudget, readCredits } from "./budget-fields.js";

/** Fields that a form about a connected agent sets, all of them: a limit that is left out is removed. */
export const GRANT_FIELDS = [...BUDGET_FIELDS, "budget.projectId", "budget.askAboveCredits"] as const;

/** A project in which work may be billed. */
export interface PayingProject {
  id: string;
  name: string;
  /** Name or address of the owner who pays for work in it; null when the account pays. */
  payer: string | null;
  isDefault: boolean;
}

interface Shown {
  budget: GrantBudgetView | null;
  projects: readonly PayingProject[];
  /** Prefix of element ids, which keeps several forms of a page apart. */
  id?: string;
}

/**
 * Renders the fields of a grant's limits: those of ADR-0037, the project that pays, and the cost above which
 * the agent asks.
 */
export function grantFields({ budget, projects, id = "budget" }: Shown, filled: Filled = UNFILLED): Html {
  const bound = budget?.projectId ?? "";
  const isGone = bound !== "" && !projects.some((project) => project.id === bound);
  return html`${choice(
    {
      name: "budget.projectId",
      label: "Where it may spend",
      id: `${id}-projectId`,
      value: bound,
      options: [
        { value: "", label: "In every project" },
        ...projects.map((project) => ({ value: project.id, label: labelOf(project) })),
        ...(isGone ? [{ value: bound, label: "In a project that you are not in any more" }] : []),
      ],
    },
    filled,
  )}
  ${budgetFields(budget, filled, id)}
  ${field(
    {
      name: "budget.askAboveCredits",
      label: "Ask me before a call that spends more than",
      id: `${id}-askAboveCredits`,
      type: "number",
      min: 0,
      isOptional: true,
      isUnmarked: true,
      value: String(budget?.askAboveCredits ?? ""),
      hint: "In credits; 0 asks before each. An agent that cannot ask is refused instead.",
    },
    filled,
  )}`;
}

const labelOf = ({ name, payer, isDefault }: PayingProject): string =>
  isDefault
    ? "Outside of shared projects only, with my credits"
    : `In “${name}” only, with ${payer === null ? "my credits" : `the credits of ${payer}`}`;

/**
 * Reads the limits from a form; null when the form sets none. Wrong values are passed on for the contract to
 * refuse.
 */
export function readGrantLimits(form: URLSearchParams): GrantLimits | null {
  const projectId = (form.get("budget.projectId") ?? "").trim() || null;
  const askAboveCredits = readCredits(form.get("budget.askAboveCredits"));
  const limits = readBudget(form);
  if (limits === null && projectId === null && askAboveCredits === null) return null;
  return { ...(limits ?? { dailyCredits: null, totalCredits: null }), projectId, askAboveCredits };
}

const ofGrant = updateOauthGrant.params.pick({ budget: true });

/**
 * Checks the limits of a form against the contract and the account's projects, before there is a grant to
 * limit. Returns the limits, or the filled form with its errors.
 */
export function checkGrantLimits(
  form: URLSearchParams,
  projects: readonly PayingProject[],
): { budget: GrantLimits | null } | { wrong: Filled } {
  const read = ofGrant.safeParse({ budget: readGrantLimits(form) });
  const projectId = read.data?.budget?.projectId ?? null;
  const isKnown = projectId === null || projects.some(({ id }) => id === projectId);
  if (read.success && isKnown) return read.data;
  const values = Object.fromEntries(GRANT_FIELDS.map((name) => [name, form.get(name) ?? ""]));
  const message = read.success
    ? "budget.projectId must be a project of yours, or one that you are a member of."
    : issueSentence(read.error.issues);
  return { wrong: filledFrom(values, { code: "invalid_params", message }, GRANT_FIELDS) };
}
