import { z } from "zod";
import { timestamp, uuid } from "./ids.js";

const limit = z
  .int("must be a whole number of credits, or null for no limit")
  .min(0, "must not be negative")
  .max(1e12, "must be at most 1,000,000,000,000");

/**
 * Limits on the spending of a credential or a project. New limits replace all that were set before; null or
 * left out is no limit.
 */
export const budgetLimits = z.strictObject({
  dailyCredits: limit
    .nullish()
    .describe("Most credits that may be spent in a UTC day; 0 allows no spending."),
  totalCredits: limit
    .nullish()
    .describe("Most credits that may be spent in all, counted while a limit is set."),
});
export type BudgetLimits = z.infer<typeof budgetLimits>;

/** Limits of an API key or a connected agent, with the project in which it may spend. */
export const credentialLimits = budgetLimits.extend({
  projectId: uuid()
    .nullish()
    .describe(
      "Id of the only project whose work may spend; the default project stands for work that names none.",
    ),
});
export type CredentialLimits = z.infer<typeof credentialLimits>;

/** Limits of a connected agent, with the cost above which it has to ask its person. */
export const grantLimits = credentialLimits.extend({
  askAboveCredits: limit
    .nullish()
    .describe(
      "The agent asks the person before a call that spends more credits than this; with 0, before each call that spends.",
    ),
});
export type GrantLimits = z.infer<typeof grantLimits>;

/**
 * Limits with the spending that counts against them: settled work at its cost, unfinished work at its
 * estimate.
 */
export const budgetView = z.strictObject({
  dailyCredits: z.int().nullable(),
  totalCredits: z.int().nullable(),
  usedToday: z.int(),
  usedInAll: z.int(),
  renewsAt: timestamp()
    .nullable()
    .describe("Time from which the daily limit counts anew; null without a daily limit."),
});
export type BudgetView = z.infer<typeof budgetView>;

export const credentialBudgetView = budgetView.extend({
  projectId: z
    .string()
    .nullable()
    .describe("Id of the only project in which the credential spends; null when no project limits it."),
});
export type CredentialBudgetView = z.infer<typeof credentialBudgetView>;

export const grantBudgetView = credentialBudgetView.extend({ askAboveCredits: z.int().nullable() });
export type GrantBudgetView = z.infer<typeof grantBudgetView>;
