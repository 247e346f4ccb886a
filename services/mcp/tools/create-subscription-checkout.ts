import { z } from "zod";
import { createCheckout as contract, plan } from "../../../contracts/billing.js";
import { defineTool } from "../tool.js";
import { PAYMENT_LINK } from "./payment-link.js";

export const createSubscriptionCheckout = defineTool({
  name: "create_subscription_checkout",
  title: "Make a link for a plan",
  description:
    "Makes a payment link for a plan, or for a change to another one; it moves no money. Give the url to the person: they pay on that page, and the new plan starts at once at full price. A plan grants credits each month and opens every model; by the year it is 20% cheaper. Asking for the account's current plan is refused.",
  contract,
  scope: "account:read",
  input: z.strictObject({
    tier: plan.shape.tier.describe("The plan to subscribe to."),
    interval: z.enum(["month", "year"]).default("month").describe("Interval of payments."),
  }),
  output: z.strictObject({ url: z.string(), tier: plan.shape.tier, interval: z.enum(["month", "year"]) }),
  buying: "only",
  annotations: PAYMENT_LINK,
  async run(call, { tier, interval }) {
    const { url } = await call.call(contract, { kind: "subscription", tier, interval });
    return { url, tier, interval };
  },
});
