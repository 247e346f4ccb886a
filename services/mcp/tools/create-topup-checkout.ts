import { z } from "zod";
import { createCheckout as contract } from "../../../contracts/billing.js";
import { defineTool } from "../tool.js";
import { PAYMENT_LINK } from "./payment-link.js";

/** Refusal in the words of REST. */
const WHOLE = "must be a whole number from 5 to 1000";

const given = contract.result.shape;

export const createTopupCheckout = defineTool({
  name: "create_topup_checkout",
  title: "Make a link for a top-up",
  description:
    "Makes a payment link for credits; it moves no money. Give the url to the person: they pay on that page, and the credits are in the account afterwards (see get_credits). 1 US dollar buys 100 credits, which never expire. firstTopupBonusCredits comes on top of a first purchase; it is null after any. The link is open until expiresAt.",
  contract,
  scope: "account:read",
  input: z.strictObject({
    dollars: z.int(WHOLE).min(5, WHOLE).max(1000, WHOLE).describe("Whole US dollars, 5 to 1000."),
  }),
  output: z.strictObject({
    url: given.url,
    dollars: z.int(),
    credits: given.credits,
    firstTopupBonusCredits: given.firstTopupBonusCredits,
    expiresAt: given.expiresAt,
  }),
  buying: "only",
  annotations: PAYMENT_LINK,
  async run(call, { dollars }) {
    const { url, credits, firstTopupBonusCredits, expiresAt } = await call.call(contract, {
      kind: "topup",
      dollars,
    });
    return { url, dollars, credits, firstTopupBonusCredits, expiresAt };
  },
});
