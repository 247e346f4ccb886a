import { v4 } from "uuid";
import { type CheckoutView, createCheckout } from "../../contracts/billing.js";
import type { ParamsOf } from "../../contracts/contract.js";
import { ServiceError, notFound } from "../../contracts/errors.js";
import type { Checkout } from "../../entities/checkout.js";
import type { PaymentOrder } from "../../plugins/kit/payment-gateway.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { readBalance } from "./balance.repository.js";
import { findCheckout, insertCheckout, setLink } from "./checkout.repository.js";
import { centsOf } from "./complete-purchase.js";
import { CREDITS_PER_DOLLAR } from "./plans.js";
import { type LinkedCheckout, presentCheckout } from "./present-checkout.js";
import { fromGateway, gatewayNamed, requireGateway } from "./require-gateway.js";
import { isCurrentPlan } from "./subscribe.js";
import { takeUses } from "../../runtime/actions/limited-uses.js";
import type { Tx } from "../../runtime/database/transaction.js";

/**
 * The payment links that an account may make in any hour (rules/billing 43): each is a row that stays and a
 * request to the payment gateway.
 */
const MAX_LINKS = 100;
const HOUR_MS = 3600_000;
const HOURS_24 = 24 * HOUR_MS;

/**
 * Makes a payment link that is open for 24 hours at most; no money moves. The intent is stored before the
 * gateway is asked, outside of any transaction. Throws `conflict` for the current plan, `rate_limited` for an
 * account that has made 100 links within an hour, `conflict` if the gateway refuses the order, and
 * `unavailable` if the gateway cannot be reached.
 */
export async function startCheckout(
  host: Host,
  context: ActionContext,
  { kind, dollars, tier, interval = "month" }: ParamsOf<typeof createCheckout>,
): Promise<CheckoutView> {
  const { accountId } = context.auth;
  const balance = await readBalance(host.read, accountId);
  if (tier !== undefined && isCurrentPlan(balance, tier, interval)) {
    throw new ServiceError("conflict", `This account is on the plan ${tier} by the ${interval} already.`);
  }
  const createdAt = Date.now();
  const checkout: Checkout = {
    id: v4(),
    accountId,
    kind,
    dollars: dollars ?? null,
    tier: tier ?? null,
    interval: kind === "subscription" ? interval : null,
    status: "open",
    gateway: requireGateway(host).id,
    url: null,
    reference: null,
    expiresAt: createdAt + HOURS_24,
    createdAt,
    paidAt: null,
  };
  await host.transact(async (tx) => {
    await context.idempotency?.record(tx, checkout.id);
    await countCheckout(tx, accountId);
    await insertCheckout(tx, checkout);
  });
  host.fault?.("billing.checkout");
  return presentCheckout(await withLink(host, checkout, context.auth.email), balance);
}

/**
 * Returns the same link again for a repeated Idempotency-Key, and makes it now if the first attempt failed
 * before that.
 */
export async function repeatCheckout(
  host: Pick<Host, "read" | "transact" | "plugins" | "log">,
  context: ActionContext,
  checkoutId: string,
): Promise<CheckoutView> {
  const checkout = await findCheckout(host.read, { id: checkoutId, accountId: context.auth.accountId });
  if (checkout === null) throw notFound("There is no such checkout.");
  const linked = await withLink(host, checkout, context.auth.email);
  return presentCheckout(linked, await readBalance(host.read, checkout.accountId));
}

async function withLink(
  host: Pick<Host, "transact" | "plugins" | "log">,
  checkout: Checkout,
  email: string,
): Promise<LinkedCheckout> {
  if (checkout.url !== null) return { ...checkout, url: checkout.url };
  const gateway = gatewayNamed(host, checkout.gateway);
  const link = await gateway.createCheckout(orderOf(checkout, email)).catch((error: unknown) => {
    throw fromGateway(host, error);
  });
  await host.transact((tx) => setLink(tx, { id: checkout.id, ...link }));
  return { ...checkout, ...link };
}

function orderOf(checkout: Checkout, email: string): PaymentOrder {
  const { id, accountId, dollars, tier, interval, expiresAt } = checkout;
  const isPlan = tier !== null && interval !== null;
  return {
    id,
    accountId,
    email,
    title: isPlan
      ? `Kiln ${tier}, by the ${interval}`
      : `${((dollars ?? 0) * CREDITS_PER_DOLLAR).toLocaleString("en-US")} Kiln credits`,
    cents: centsOf(checkout),
    subscription: isPlan ? { tier, interval } : null,
    expiresAt,
  };
}

/**
 * Counts a payment link in the transaction that stores it. Throws `rate_limited` for an account that has made
 * 100 within the hour.
 */
async function countCheckout(tx: Tx, accountId: string): Promise<void> {
  const name = `checkout of\n${accountId}`;
  const { waitMs } = await takeUses(tx, [{ name, limit: MAX_LINKS, windowMs: HOUR_MS }]);
  if (waitMs > 0)
    throw new ServiceError("rate_limited", `An account makes at most ${MAX_LINKS} payment links an hour.`, {
      details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
    });
}
