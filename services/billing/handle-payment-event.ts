import { notFound } from "../../contracts/errors.js";
import { Checkout } from "../../entities/checkout.js";
import { PaymentEvent } from "../../entities/payment-event.js";
import type { Tx } from "../../runtime/transaction.js";
import { applyTopup } from "./apply-topup.js";
import { lockBalance } from "./balance.repository.js";
import { subscribe } from "./subscribe.js";

/** What a gateway says happened, whichever it is. Grows by the kinds that Stripe's driver adds. */
export interface CheckoutCompleted {
  /** The gateway's id of the event: one id counts once. */
  id: string;
  kind: "checkout.completed";
  checkoutId: string;
  /** Credits only for `paid`; a payment that is still on its way completes by a later event. */
  paymentStatus: "paid" | "unpaid";
  /** What the payment is called at the gateway; the ledger's ref. */
  reference: string;
}
export type PaymentEventIn = CheckoutCompleted;

export type EventOutcome = "counted" | "repeated" | "unpaid";

/**
 * The one place where a payment becomes credits. Events of an account queue at its balance's lock; a
 * repeated event and a second payment of the same checkout change nothing. Throws `not_found` for an
 * unknown checkout.
 */
export async function handlePaymentEvent(tx: Tx, event: PaymentEventIn): Promise<EventOutcome> {
  const checkout = await tx.findOne(Checkout, { id: event.checkoutId });
  if (checkout === null) throw notFound("There is no such checkout.");
  const balance = await lockBalance(tx, checkout.accountId);
  if ((await tx.findOne(PaymentEvent, { id: event.id })) !== null) return "repeated";
  await tx.insert(PaymentEvent, { id: event.id, kind: event.kind, payload: event, createdAt: Date.now() });
  if (event.paymentStatus !== "paid") return "unpaid";
  const paid = await tx.update(
    Checkout,
    { id: checkout.id, status: "open" },
    { status: "paid", paidAt: Date.now() },
  );
  if (paid === 0) return "repeated";
  await grant(tx, checkout, balance, event.reference);
  return "counted";
}

async function grant(
  tx: Tx,
  checkout: Checkout,
  balance: Awaited<ReturnType<typeof lockBalance>>,
  reference: string,
): Promise<void> {
  const { id: checkoutId, kind, dollars, tier, interval } = checkout;
  if (kind === "topup" && dollars !== null)
    return applyTopup(tx, balance, { checkoutId, dollars, reference });
  if (kind === "subscription" && tier !== null && interval !== null)
    return subscribe(tx, balance, { tier, interval });
  throw new Error(`Checkout ${checkoutId} says neither what is bought nor for how much.`);
}
