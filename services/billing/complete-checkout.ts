import { notFound } from "../../contracts/errors.js";
import type { Checkout } from "../../entities/checkout.js";
import type { Balance } from "../../entities/balance.js";
import { PaymentError, type CheckoutCompleted } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { bonusOnce } from "./apply-topup.js";
import { lockBalance, readBalance } from "./balance.repository.js";
import { renderCheckoutPage, type CheckoutState } from "./checkout-page.js";
import { findCheckout } from "./checkout.repository.js";
import { handlePaymentEvent } from "./handle-payment-event.js";
import { findOnce } from "./ledger.repository.js";
import { CREDITS_PER_DOLLAR, firstTopupBonus } from "./plans.js";
import { gatewayNamed } from "./require-gateway.js";
import { isCurrentPlan } from "./subscribe.js";

export interface CheckoutLink {
  id: string;
  token: string;
}

/** Shows the manual gateway's page. Throws `not_found` for an unknown link. */
export async function showCheckout(
  host: Pick<Host, "config" | "read" | "plugins">,
  link: CheckoutLink,
): Promise<{ html: string }> {
  const checkout = await requireCheckout(host.read, await receive(host, link));
  return page(host.read, checkout, stateOf(checkout, await readBalance(host.read, checkout.accountId)));
}

/** Handles the page's form: it passes the gateway's event to the one handler, which counts it once. */
export async function completeCheckout(
  host: Pick<Host, "config" | "transact" | "plugins">,
  link: CheckoutLink,
): Promise<{ html: string }> {
  const event = await receive(host, link);
  return host.transact(async (tx) => {
    const found = await requireCheckout(tx, event);
    const balance = await lockBalance(tx, found.accountId);
    // The state is checked again, now that the lock keeps anybody else from paying the link.
    const checkout = await requireCheckout(tx, event);
    const state = stateOf(checkout, balance);
    if (state !== "open") return page(tx, checkout, state);
    const outcome = await handlePaymentEvent(tx, event);
    return page(tx, await requireCheckout(tx, event), outcome === "counted" ? "paidNow" : "paid");
  });
}

/**
 * Verifies a link of the manual gateway. Throws `not_found` for a link that is not valid, and for every link
 * if `BILLING` is not `manual`.
 */
async function receive(
  host: Pick<Host, "config" | "plugins">,
  { id, token }: CheckoutLink,
): Promise<CheckoutCompleted> {
  if (host.config.billing !== "manual") throw noLink();
  const message = { payload: JSON.stringify({ id, token }), headers: {} };
  const event = await gatewayNamed(host, "manual")
    .receive(message)
    .catch((error: unknown) => {
      throw error instanceof PaymentError ? noLink() : error;
    });
  if (event?.kind !== "checkout.completed") throw noLink();
  return event;
}

async function requireCheckout(reader: Reader, { checkoutId }: CheckoutCompleted): Promise<Checkout> {
  const checkout = await findCheckout(reader, { id: checkoutId, gateway: "manual" });
  if (checkout === null) throw noLink();
  return checkout;
}

const noLink = () => notFound("There is no such payment link.");

function stateOf(checkout: Checkout, balance: Balance): CheckoutState {
  if (checkout.status === "paid") return "paid";
  if (checkout.status !== "open" || checkout.expiresAt <= Date.now()) return "expired";
  const { tier, interval } = checkout;
  return tier !== null && interval !== null && isCurrentPlan(balance, tier, interval)
    ? "currentPlan"
    : "open";
}

async function page(reader: Reader, checkout: Checkout, state: CheckoutState): Promise<{ html: string }> {
  return { html: renderCheckoutPage({ checkout, state, bonusCredits: await bonusOf(reader, checkout) }) };
}

/** Returns the bonus that a paid link added, or that an unpaid link would add now. */
async function bonusOf(reader: Reader, checkout: Checkout): Promise<number> {
  if (checkout.dollars === null) return 0;
  if (checkout.status === "paid") return (await findOnce(reader, bonusOnce(checkout.id)))?.deltaCredits ?? 0;
  const { hasPurchased } = await readBalance(reader, checkout.accountId);
  return hasPurchased ? 0 : firstTopupBonus(checkout.dollars * CREDITS_PER_DOLLAR);
}
