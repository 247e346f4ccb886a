import type { CheckoutView } from "../../contracts/billing.js";
import type { Balance } from "../../entities/balance.js";
import type { Checkout } from "../../entities/checkout.js";
import { CREDITS_PER_DOLLAR, firstTopupBonus, priceOf } from "./plans.js";

/** A checkout that the gateway has made a payment link for. */
export type LinkedCheckout = Checkout & { url: string };

/** Returns a payment link as REST and the agents' tools show it. `credits` is without the bonus. */
export function presentCheckout(checkout: LinkedCheckout, balance: Balance): CheckoutView {
  const link = { url: checkout.url, expiresAt: new Date(checkout.expiresAt).toISOString() };
  const { dollars, tier, interval } = checkout;
  if (dollars !== null) {
    const credits = dollars * CREDITS_PER_DOLLAR;
    return {
      ...link,
      dollars,
      credits,
      firstTopupBonusCredits: balance.hasPurchased ? null : firstTopupBonus(credits),
    };
  }
  if (tier === null || interval === null) throw new Error(`Checkout ${checkout.id} says not what is bought.`);
  return { ...link, tier, interval, priceUsd: priceOf(tier, interval) };
}
