import type { Grant } from "../queries.js";
import { credits, wholeNumber } from "../../words.js";

/** The spending limits as the API has them; keys and projects have fewer of the fields. */
export interface Limits {
  dailyCredits: number | null;
  totalCredits: number | null;
  projectId?: string | null | undefined;
  askAboveCredits?: number | null | undefined;
}
export type Budget = Pick<
  NonNullable<Grant["budget"]>,
  "dailyCredits" | "totalCredits" | "usedToday" | "usedInAll"
> &
  Partial<NonNullable<Grant["budget"]>>;

/** The text of each field of the form. */
export interface Entered {
  dailyCredits: string;
  totalCredits: string;
  projectId: string;
  askAboveCredits: string;
}

const text = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : String(value);

export const enteredOf = (budget: Budget | null | undefined): Entered => ({
  dailyCredits: text(budget?.dailyCredits),
  totalCredits: text(budget?.totalCredits),
  projectId: budget?.projectId ?? "",
  askAboveCredits: text(budget?.askAboveCredits),
});

export const isCredits = (entered: string): boolean =>
  entered.trim() === "" || /^\s*\d{1,9}\s*$/.test(entered);
const number = (entered: string) => (entered.trim() === "" ? null : Number(entered));

/** Returns the limits of a form; null if it has none, undefined if a field holds no number. */
export function limitsOf(entered: Entered): Required<Limits> | null | undefined {
  const { dailyCredits, totalCredits, askAboveCredits, projectId } = entered;
  if (![dailyCredits, totalCredits, askAboveCredits].every(isCredits)) return undefined;
  const limits = {
    dailyCredits: number(dailyCredits),
    totalCredits: number(totalCredits),
    projectId: projectId === "" ? null : projectId,
    askAboveCredits: number(askAboveCredits),
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}

/**
 * Returns a short text about the limits and their use; `placeOf` names the project in which credits may be
 * spent.
 */
export function wordsOf(budget: Budget | null | undefined, placeOf?: (projectId: string) => string): string {
  if (!budget) return "No limit of credits";
  const { dailyCredits, totalCredits, usedToday, usedInAll, projectId, askAboveCredits } = budget;
  const words = [
    dailyCredits !== null && `${wholeNumber(usedToday)} of ${credits(dailyCredits)} used today`,
    totalCredits !== null && `${wholeNumber(usedInAll)} of ${credits(totalCredits)} used in all`,
    projectId && placeOf?.(projectId),
    typeof askAboveCredits === "number" &&
      (askAboveCredits === 0
        ? "asks before each call that spends"
        : `asks above ${credits(askAboveCredits)}`),
  ].filter((one) => typeof one === "string");
  return words.length === 0 ? "No limit of credits" : words.join(", ");
}
