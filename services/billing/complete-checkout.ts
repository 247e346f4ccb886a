import { notFound } from "../../contracts/errors.js";
import { Checkout } from "../../entities/checkout.js";
import type { Balance } from "../../entities/balance.js";
import type { Host } from "../../runtime/host.js";
import type { Reader } from "../../runtime/transaction.js";
import { bonusOnce } from "./apply-topup.js";
import { lockBalance, readBalance } from "./balance.repository.js";
import { renderCheckoutPage, type CheckoutState } from "./checkout-page.js";
import { isCheckoutToken } from "./checkout-token.js";
import { handlePaymentEvent } from "./handle-payment-event.js";
import { findOnce } from "./ledger.repository.js";
import { CREDITS_PER_DOLLAR, firstTopupBonus } from "./plans.js";
import { isCurrentPlan } from "./subscribe.js";

export interface CheckoutLink {
  id: string;
  token: string;
}

/** Shows the manual gateway's page. Throws `not_found` for a link that is not ours. */
export async function showCheckout(host: Host, link: CheckoutLink): Promise<{ html: string }> {
  const checkout = await findCheckout(host, host.read, link);
  return page(host.read, checkout, stateOf(checkout, await readBalance(host.read, checkout.accountId)));
}

/**
 * The page's form: posts the gateway's event to the one handler. Sent twice, or from two tabs at once,
 * it counts once, because the event's id is the checkout's.
 */
export async function completeCheckout(host: Host, link: CheckoutLink): Promise<{ html: string }> {
  return host.transact(async (tx) => {
    const found = await findCheckout(host, tx, link);
    const balance = await lockBalance(tx, found.accountId);
    // Again, now that nobody else can pay it.
    const checkout = await findCheckout(host, tx, link);
    const state = stateOf(checkout, balance);
    if (state !== "open") return page(tx, checkout, state);
    const outcome = await handlePaymentEvent(tx, {
      id: `manual:${checkout.id}`,
      kind: "checkout.completed",
      checkoutId: checkout.id,
      paymentStatus: "paid",
      reference: checkout.id,
    });
    return page(tx, await findCheckout(host, tx, link), outcome === "counted" ? "paidNow" : "paid");
  });
}

/** The links of the manual gateway are dead where another one, or none, is configured. */
async function findCheckout(host: Host, reader: Reader, { id, token }: CheckoutLink): Promise<Checkout> {
  const isOurs = host.config.billing === "manual" && isCheckoutToken(host, id, token);
  const checkout = isOurs ? await reader.findOne(Checkout, { id }) : null;
  if (checkout === null) throw notFound("There is no such payment link.");
  return checkout;
}

function stateOf(checkout: Checkout, balance: Balance): CheckoutState {
  if (checkout.status === "paid") return "paid";
  if (checkout.expiresAt <= Date.now()) return "expired";
  const { tier, interval } = checkout;
  return tier !== null && interval !== null && isCurrentPlan(balance, tier, interval)
    ? "currentPlan"
    : "open";
}

async function page(reader: Reader, checkout: Checkout, state: CheckoutState): Promise<{ html: string }> {
  return { html: renderCheckoutPage({ checkout, state, bonusCredits: await bonusOf(reader, checkout) }) };
}

/** Of a paid link what it added; of another what it would add now. */
async function bonusOf(reader: Reader, checkout: Checkout): Promise<number> {
  if (checkout.dollars === null) return 0;
  if (checkout.status === "paid") return (await findOnce(reader, bonusOnce(checkout.id)))?.deltaCredits ?? 0;
  const { hasPurchased } = await readBalance(reader, checkout.accountId);
  return hasPurchased ? 0 : firstTopupBonus(checkout.dollars * CREDITS_PER_DOLLAR);
}
