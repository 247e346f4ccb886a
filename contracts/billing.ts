import { z } from "zod";
import { contract } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { tier } from "./identity.js";
import { page, total } from "./pagination.js";

export const LEDGER_KINDS = [
  "monthly_grant",
  "topup",
  "generation",
  "transcription",
  "agent_usage",
  "storage",
  "plugin_purchase",
  "plugin_payout",
  "adjustment",
] as const;
export const ledgerKind = z.enum(LEDGER_KINDS);
export type LedgerKind = z.infer<typeof ledgerKind>;

/** One entry of the ledger (rules/billing 32 and 36). */
export const ledgerEntry = z.strictObject({
  id: z.string(),
  kind: ledgerKind,
  deltaCredits: z.int(),
  ref: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: timestamp(),
  projectId: z.string().nullable(),
  actorUserId: z.string().nullable(),
  actorEmail: z.string().nullable(),
  previewUrl: z.string().nullable(),
  previewKind: z.string().nullable(),
});
export type LedgerEntryView = z.infer<typeof ledgerEntry>;

/** The account, its plan and its balance (rules/billing 10 and 23). */
export const account = z.strictObject({
  user: z.strictObject({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    image: z.string().nullable(),
    tier,
    currentPeriodEnd: timestamp().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    pastDue: z.boolean(),
    spentCreditsThisPeriod: z.int(),
    purchasedCredits: z.int(),
  }),
  plan: z.strictObject({ tier, monthlyPriceUsd: z.number(), monthlyBudgetCredits: z.int() }),
  remainingCredits: z.int(),
  firstTopupBonusCredits: z.int().nullable(),
});

export const getAccount = contract({
  name: "billing.account",
  description: "Reads the caller's profile, plan and balance.",
  params: z.object({}),
  result: account,
  audience: "account",
  rest: { method: "GET", path: "/v1/account" },
  area: "account",
});

export const plan = z.strictObject({
  tier: z.enum(["standard", "pro", "max"]),
  monthlyPriceUsd: z.number(),
  monthlyBudgetCredits: z.int(),
  discountedMonthlyPriceUsd: z.number().optional(),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = contract({
  name: "billing.plans",
  description: "Lists the plans that can be bought, cheapest first.",
  params: z.object({}),
  result: z.strictObject({ plans: z.array(plan) }),
  audience: "public",
  rest: { method: "GET", path: "/v1/plans" },
});

export const getUsage = contract({
  name: "billing.usage",
  description: "Lists the entries of the credit ledger, newest first.",
  params: z.object({ ...page({ default: 100, max: 500 }) }),
  result: z.strictObject({ entries: z.array(ledgerEntry), remainingCredits: z.int(), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/usage" },
  area: "account",
});

const PAID_TIERS = ["standard", "pro", "max"] as const;

/**
 * Body of a checkout. A field of the other kind is refused, since a person is about to pay for something they
 * did not mean (rules/billing 27).
 */
const checkoutRequest = z
  .strictObject({
    kind: z
      .enum(["topup", "subscription"])
      .describe("`topup` buys credits once; `subscription` buys a plan."),
    dollars: z
      .int("must be a whole number from 5 to 1000")
      .min(5)
      .max(1000)
      .optional()
      .describe("Whole US dollars from 5 to 1000; required for a top-up."),
    tier: z.enum(PAID_TIERS).optional().describe("The plan to subscribe to; required for a subscription."),
    interval: z
      .enum(["month", "year"])
      .optional()
      .describe("Billing interval of a subscription; `month` by default."),
  })
  .superRefine((request, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (request.kind === "topup") {
      if (request.dollars === undefined)
        refuse("dollars", "is required for a top-up: a whole number from 5 to 1000");
      if (request.tier !== undefined) refuse("tier", "belongs to a subscription, not to a top-up");
      if (request.interval !== undefined) refuse("interval", "belongs to a subscription, not to a top-up");
    } else {
      if (request.tier === undefined)
        refuse("tier", `is required for a subscription: ${PAID_TIERS.join(", ")}`);
      if (request.dollars !== undefined) refuse("dollars", "belongs to a top-up, not to a subscription");
    }
  });

export const createCheckout = contract({
  name: "billing.checkout",
  description: "Makes a payment link for a top-up or a subscription; it moves no money.",
  params: checkoutRequest,
  result: z.strictObject({
    url: z.string(),
    expiresAt: timestamp(),
    dollars: z.int().optional(),
    credits: z.int().optional().describe("Credits of a top-up, without the bonus."),
    firstTopupBonusCredits: z
      .int()
      .nullable()
      .optional()
      .describe("Bonus credits of an account's first top-up, on top of `credits`."),
    tier: z.enum(PAID_TIERS).optional(),
    interval: z.enum(["month", "year"]).optional(),
    priceUsd: z.number().optional().describe("US dollars that a subscription costs now."),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/billing/checkout" },
  area: "account",
  idempotent: true,
});
export type CheckoutView = z.infer<(typeof createCheckout)["result"]>;

const subscription = z.strictObject({
  tier: z.enum(PAID_TIERS),
  interval: z.enum(["month", "year"]),
  currentPeriodEnd: timestamp().describe("Time of the next monthly grant."),
  paidUntil: timestamp().describe("End of the paid time; a canceled plan ends then."),
  cancelAtPeriodEnd: z.boolean(),
  pastDue: z.boolean(),
});
export type SubscriptionView = z.infer<typeof subscription>;

/** Cancels the caller's plan. Throws `conflict` for an account without a plan (rules/billing 25). */
export const cancelSubscription = contract({
  name: "billing.cancelSubscription",
  description: "Cancels the plan, which ends with the paid time and does not renew.",
  params: z.object({}),
  result: z.strictObject({ subscription }),
  audience: "account",
  rest: { method: "POST", path: "/v1/billing/subscription/cancel" },
  area: "account",
});

export const resumeSubscription = contract({
  name: "billing.resumeSubscription",
  description: "Takes back the cancellation of a plan that has not ended yet.",
  params: z.object({}),
  result: z.strictObject({ subscription }),
  audience: "account",
  rest: { method: "POST", path: "/v1/billing/subscription/resume" },
  area: "account",
});

/** Takes Stripe's events. Their signature covers the bytes, so the payload travels as it came. */
export const stripeWebhook = contract({
  name: "billing.stripeWebhook",
  description: "Takes signed events from Stripe; no other caller is accepted.",
  params: z.object({ payload: z.string(), headers: z.record(z.string(), z.string()) }),
  result: z.strictObject({ received: z.literal(true) }),
  audience: "public",
  rest: { method: "POST", path: "/v1/billing/stripe-webhook", accept: "raw" },
  effect: "write",
});

/** Reads the balance for agents (rules/billing 10); it has no REST route. */
export const getCredits = contract({
  name: "billing.credits",
  description:
    "Reads the caller's credits: those the plan grants, those bought, those spent and those that remain.",
  params: z.object({}),
  result: z.strictObject({
    monthlyBudgetCredits: z.int(),
    purchasedCredits: z.int(),
    spentCreditsThisPeriod: z.int(),
    remainingCredits: z.int(),
  }),
  audience: "account",
  area: "account",
});

/**
 * Reads the ledger of a project. It is called between services; the calling service has checked that the
 * account may see it.
 */
export const getProjectLedger = contract({
  name: "billing.projectLedger",
  description:
    "Lists what an account paid for a project, newest first; null projectId selects work outside of shared projects.",
  params: z.object({
    projectId: z.string().nullable(),
    payerId: z.string(),
    actorId: z.string().nullable().describe("Lists only entries that this account caused; null lists all."),
    ...page({ default: 50, max: 200 }),
  }),
  result: z.strictObject({
    entries: z.array(ledgerEntry),
    totalsByActor: z.array(
      z.strictObject({
        actorUserId: z.string(),
        actorEmail: z.string().nullable(),
        spentCredits: z.int(),
      }),
    ),
    total,
  }),
  audience: "internal",
});

/** Reads balances; it is called between services. */
export const getRemaining = contract({
  name: "billing.remaining",
  description: "Reads the remaining credits of accounts; unknown accounts are left out.",
  params: z.object({ accountIds: z.array(z.string()) }),
  result: z.strictObject({
    accounts: z.array(z.strictObject({ accountId: z.string(), remainingCredits: z.int() })),
  }),
  audience: "internal",
});

/**
 * Reads the number of credits above which a connected agent asks its person. It is called between services.
 */
export const readAskAbove = contract({
  name: "billing.askAbove",
  description: "Reads the threshold of a connected agent; null for an agent that never asks.",
  params: z.object({ id: z.string() }),
  result: z.strictObject({ credits: z.int().nullable() }),
  audience: "internal",
});

/**
 * Renders the payment page of the manual gateway, which says that no real payment is made and works without
 * scripts.
 */
export const checkoutPage = contract({
  name: "billing.checkoutPage",
  description: "Renders the payment page of the manual gateway.",
  params: z.object({ id: uuid(), token: z.string().max(200) }),
  result: z.strictObject({ html: z.string() }),
  audience: "public",
  rest: { method: "GET", path: "/checkout/:id/:token", respond: "html" },
});

export const completeCheckout = contract({
  name: "billing.completeCheckout",
  description: "Takes the form of the manual gateway's payment page.",
  params: z.object({ id: uuid(), token: z.string().max(200) }),
  result: z.strictObject({ html: z.string() }),
  audience: "public",
  rest: { method: "POST", path: "/checkout/:id/:token", respond: "html", accept: "form" },
  effect: "write",
});
