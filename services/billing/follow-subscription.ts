import type { Balance } from "../../entities/balance.js";
import type { SubscriptionChanged, SubscriptionPastDue } from "../../plugins/kit/payment-gateway.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { setBalance } from "./balance.repository.js";
import { changePeriod } from "./change-period.js";
import type { EventOutcome } from "./event-outcome.js";
import { findPaymentByReference } from "./payment.repository.js";

/**
 * Marks a subscription as past due after a failed payment; the tier stays. If the same invoice was paid
 * meanwhile, nothing changes. `balance` is locked.
 */
export async function markPastDue(
  tx: Tx,
  balance: Balance,
  event: SubscriptionPastDue,
): Promise<EventOutcome> {
  if (balance.subscription !== event.subscription) return "unknown";
  const payment = await findPaymentByReference(tx, event.reference);
  if (payment !== null && payment.countedAt !== null) return "stale";
  if (balance.pastDue) return "counted";
  await setBalance(tx, balance.id, { pastDue: true });
  return "past-due";
}

/**
 * Adopts the state of a subscription that the gateway reported, unless a later report was adopted before. A
 * subscription that has ended ends the plan, whatever was adopted before. `balance` is locked.
 */
export async function followSubscription(
  tx: Tx,
  balance: Balance,
  { state }: Pick<SubscriptionChanged, "state">,
): Promise<EventOutcome> {
  if (balance.subscription !== state.id) return "unknown";
  if (state.hasEnded) {
    await changePeriod(tx, balance, null);
    return "counted";
  }
  if (state.readAt < (balance.stateAt ?? 0)) return "stale";
  const { cancelAtPeriodEnd, pastDue, readAt: stateAt } = state;
  await setBalance(tx, balance.id, { cancelAtPeriodEnd, pastDue, stateAt });
  return pastDue && !balance.pastDue ? "past-due" : "counted";
}
