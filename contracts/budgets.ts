import { z } from "zod";
import { timestamp, uuid } from "./ids.js";

const limit = z
  .int("must be a whole number of credits, or null for no limit")
  .min(0, "must not be negative")
  .max(1e12, "must be at most 1,000,000,000,000");

/** What a credential or a project may spend at most. It replaces what was set before; null or left out is no limit. */
export const budgetLimits = z.strictObject({
  dailyCredits: limit.nullish().describe("Most credits of a UTC day; 0 lets nothing be spent."),
  totalCredits: limit.nullish().describe("Most credits in all, counted while a limit stands."),
});
export type BudgetLimits = z.infer<typeof budgetLimits>;

/** Of an API key or a connected agent: also where it may spend. */
export const credentialLimits = budgetLimits.extend({
  projectId: uuid()
    .nullish()
    .describe("The only project whose work may spend; the default project stands for work that names none."),
});
export type CredentialLimits = z.infer<typeof credentialLimits>;

/** Of a connected agent: also when it has to ask. */
export const grantLimits = credentialLimits.extend({
  askAboveCredits: limit
    .nullish()
    .describe("The agent asks the person before a call that spends more; 0: before each that spends."),
});
export type GrantLimits = z.infer<typeof grantLimits>;

/** The limits with what counts against them: settled work at its cost, work in hand at its estimate. */
export const budgetView = z.strictObject({
  dailyCredits: z.int().nullable(),
  totalCredits: z.int().nullable(),
  usedToday: z.int(),
  usedInAll: z.int(),
  renewsAt: timestamp().nullable().describe("When the daily limit counts anew; null without one."),
});
export type BudgetView = z.infer<typeof budgetView>;

export const credentialBudgetView = budgetView.extend({
  projectId: z.string().nullable().describe("The only project in which it spends; null for no such limit."),
});
export type CredentialBudgetView = z.infer<typeof credentialBudgetView>;

export const grantBudgetView = credentialBudgetView.extend({ askAboveCredits: z.int().nullable() });
export type GrantBudgetView = z.infer<typeof grantBudgetView>;
