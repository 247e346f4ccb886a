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
  description: "The caller's profile, plan and balance.",
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
  description: "The plans that can be bought, cheapest first.",
  params: z.object({}),
  result: z.strictObject({ plans: z.array(plan) }),
  audience: "public",
  rest: { method: "GET", path: "/v1/plans" },
});

export const getUsage = contract({
  name: "billing.usage",
  description: "The credit ledger, newest first.",
  params: z.object({ ...page({ default: 100, max: 500 }) }),
  result: z.strictObject({ entries: z.array(ledgerEntry), remainingCredits: z.int(), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/usage" },
  area: "account",
});

const PAID_TIERS = ["standard", "pro", "max"] as const;

/** A field of the other kind is refused: somebody is about to pay for what they did not mean (rules/billing 27). */
const checkoutRequest = z
  .strictObject({
    kind: z.enum(["topup", "subscription"]).describe("Credits once, or a plan."),
    dollars: z
      .int("must be a whole number from 5 to 1000")
      .min(5)
      .max(1000)
      .optional()
      .describe("Top-up: whole US dollars."),
    tier: z.enum(PAID_TIERS).optional().describe("Subscription: the plan."),
    interval: z.enum(["month", "year"]).optional().describe("Subscription: `month` by default."),
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
    credits: z.int().optional().describe("Top-up: without the bonus."),
    firstTopupBonusCredits: z
      .int()
      .nullable()
      .optional()
      .describe("Top-up: what comes on top of a first one."),
    tier: z.enum(PAID_TIERS).optional(),
    interval: z.enum(["month", "year"]).optional(),
    priceUsd: z.number().optional().describe("Subscription: what is due now."),
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
  currentPeriodEnd: timestamp().describe("The next monthly grant."),
  paidUntil: timestamp().describe("End of what is paid: when a canceled plan ends."),
  cancelAtPeriodEnd: z.boolean(),
  pastDue: z.boolean(),
});
export type SubscriptionView = z.infer<typeof subscription>;

/** Without a plan `conflict` (rules/billing 25). */
export const cancelSubscription = contract({
  name: "billing.cancelSubscription",
  description: "Cancels the plan: it ends with what is paid and does not renew.",
  params: z.object({}),
  result: z.strictObject({ subscription }),
  audience: "account",
  rest: { method: "POST", path: "/v1/billing/subscription/cancel" },
  area: "account",
});

export const resumeSubscription = contract({
  name: "billing.resumeSubscription",
  description: "Takes the cancellation of the plan back, while it has not ended.",
  params: z.object({}),
  result: z.strictObject({ subscription }),
  audience: "account",
  rest: { method: "POST", path: "/v1/billing/subscription/resume" },
  area: "account",
});

/** Stripe's events. The signature covers the bytes, so they travel as they came. */
export const stripeWebhook = contract({
  name: "billing.stripeWebhook",
  description: "Events of Stripe, signed by it; for Stripe alone.",
  params: z.object({ payload: z.string(), headers: z.record(z.string(), z.string()) }),
  result: z.strictObject({ received: z.literal(true) }),
  audience: "public",
  rest: { method: "POST", path: "/v1/billing/stripe-webhook", accept: "raw" },
  effect: "write",
});

/** The balance as agents read it (rules/billing 10). No route of its own. */
export const getCredits = contract({
  name: "billing.credits",
  description: "The caller's credits: what the plan grants, what was bought, what is spent, what remains.",
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

/** The ledger of a project. Between services: the caller has checked who may see it. */
export const getProjectLedger = contract({
  name: "billing.projectLedger",
  description:
    "What an account paid for a project, newest first; null projectId: for work outside of shared projects.",
  params: z.object({
    projectId: z.string().nullable(),
    payerId: z.string(),
    actorId: z.string().nullable().describe("Only what this account caused."),
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

/** Between services. */
export const getRemaining = contract({
  name: "billing.remaining",
  description: "Remaining credits of accounts; unknown ones are left out.",
  params: z.object({ accountIds: z.array(z.string()) }),
  result: z.strictObject({
    accounts: z.array(z.strictObject({ accountId: z.string(), remainingCredits: z.int() })),
  }),
  audience: "internal",
});

/** Above how many credits a connected agent asks its person. Between services. */
export const readAskAbove = contract({
  name: "billing.askAbove",
  description: "The threshold of a connected agent; null where it never asks.",
  params: z.object({ id: z.string() }),
  result: z.strictObject({ credits: z.int().nullable() }),
  audience: "internal",
});

/** The page of the manual gateway: says that no real payment is made, and works without scripts. */
export const checkoutPage = contract({
  name: "billing.checkoutPage",
  description: "The payment page of the manual gateway.",
  params: z.object({ id: uuid(), token: z.string().max(200) }),
  result: z.strictObject({ html: z.string() }),
  audience: "public",
  rest: { method: "GET", path: "/checkout/:id/:token", respond: "html" },
});

export const completeCheckout = contract({
  name: "billing.completeCheckout",
  description: "The form of the manual gateway's page.",
  params: z.object({ id: uuid(), token: z.string().max(200) }),
  result: z.strictObject({ html: z.string() }),
  audience: "public",
  rest: { method: "POST", path: "/checkout/:id/:token", respond: "html", accept: "form" },
  effect: "write",
});
