import { v4 } from "uuid";
import { createCheckout, type CheckoutView } from "../../contracts/billing.js";
import type { ParamsOf } from "../../contracts/contract.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import { Checkout } from "../../entities/checkout.js";
import type { ActionContext } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import { readBalance } from "./balance.repository.js";
import { presentCheckout } from "./present-checkout.js";
import { isCurrentPlan } from "./subscribe.js";

const HOURS_24 = 24 * 3600 * 1000;

/** Makes a payment link, open for 24 hours; moves no money. Throws `conflict` when asked for the current plan. */
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
    expiresAt: createdAt + HOURS_24,
    createdAt,
    paidAt: null,
  };
  await host.transact(async (tx) => {
    await context.idempotency?.record(tx, checkout.id);
    await tx.insert(Checkout, checkout);
  });
  return presentCheckout(host, checkout, balance);
}

/** The same link again, for a repeated Idempotency-Key. */
export async function repeatCheckout(
  host: Host,
  context: ActionContext,
  checkoutId: string,
): Promise<CheckoutView> {
  const checkout = await host.read.findOne(Checkout, { id: checkoutId, accountId: context.auth.accountId });
  if (checkout === null) throw notFound("There is no such checkout.");
  return presentCheckout(host, checkout, await readBalance(host.read, checkout.accountId));
}
