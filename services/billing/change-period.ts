import type { Tier } from "../../contracts/identity.js";
import type { Balance } from "../../entities/balance.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterPeriodChange, heldFromGrant } from "./balance.js";
import { findHoldsOf, setKeptOfGrant, setBalance } from "./balance.repository.js";
import { type NewEntry, insertEntries } from "./ledger.repository.js";
import { addToPayment } from "./payment.repository.js";
import type { Interval } from "./plans.js";
import { takeRefunded } from "./take-refunded.js";

/** One period of a plan. Times are milliseconds. */
export interface Period {
  tier: Exclude<Tier, "none">;
  interval: Interval;
  budget: number;
  start: number;
  /** The time of the next monthly grant. */
  end: number;
  /** The end of the paid time: a year has twelve periods. */
  paidUntil: number;
  /** The start of the plan, whose day of the month the monthly grants keep. */
  anchor?: number;
  /** The id of the row in `payments` that pays for the period. */
  paymentId?: string;
}

/** Returns the reference of a period in the ledger. */
export const refOf = (start: number | null) => `period:${new Date(start ?? 0).toISOString()}`;

/**
 * Makes every change of period: subscription, change of plan, renewal and end (rules/billing 19); a `next` of
 * null is the end. `balance` is locked by this transaction. A grant and what is taken back of it have the
 * same ref, `period:<start>`, and a payment grants a period once. Running work keeps the credits that only
 * the ending grant covers. Returns the new balance.
 */
export async function changePeriod(tx: Tx, balance: Balance, next: Period | null): Promise<Balance> {
  const kept = await keepHeld(tx, balance, heldFromGrant(balance));
  const { funds, takenBack, granted } = afterPeriodChange(balance, next?.budget ?? 0, kept);
  const accountId = balance.id;
  const entries: NewEntry[] = [];
  if (takenBack > 0) {
    const ref = refOf(balance.periodStart);
    const note = `Unused rest of ${balance.tier}`;
    entries.push({
      accountId,
      kind: "adjustment",
      deltaCredits: -takenBack,
      ref,
      note,
      once: `rest:${balance.paymentId ?? accountId}:${ref}`,
    });
  }
  if (next !== null && granted > 0) {
    const ref = refOf(next.start);
    entries.push({
      accountId,
      kind: "monthly_grant",
      deltaCredits: granted,
      ref,
      note: next.tier,
      once: `grant:${next.paymentId ?? accountId}:${ref}`,
    });
  }
  const after: Balance = {
    ...balance,
    ...funds,
    tier: next?.tier ?? "none",
    interval: next?.interval ?? null,
    periodStart: next?.start ?? null,
    periodEnd: next?.end ?? null,
    paidUntil: next?.paidUntil ?? null,
    anchorAt: next === null ? null : (next.anchor ?? next.start),
    paymentId: next?.paymentId ?? null,
    cancelAtPeriodEnd: next === null ? false : balance.cancelAtPeriodEnd,
    pastDue: false,
    ...(next === null && { gateway: null, subscription: null, stateAt: null }),
  };
  await setBalance(tx, accountId, after);
  await insertEntries(tx, entries);
  if (balance.paymentId !== null) await addToPayment(tx, balance.paymentId, { takenCredits: takenBack });
  if (after.paymentId === null) return after;
  await addToPayment(tx, after.paymentId, { credits: granted });
  return takeRefunded(tx, after, after.paymentId);
}

/**
 * Distributes the credits that open holds keep of the ending grant, the oldest hold first. A hold keeps
 * credits of one grant only, so holds that already keep some of an earlier grant are passed over. `balance`
 * is locked and still in the old period. Returns the credits that were distributed.
 */
async function keepHeld(tx: Tx, balance: Balance, wanted: number): Promise<number> {
  if (wanted === 0) return 0;
  const holds = await findHoldsOf(tx, balance.id);
  let rest = wanted;
  for (const { id, credits, keptCredits } of holds) {
    const kept = keptCredits === null ? Math.min(credits, rest) : 0;
    if (kept === 0) continue;
    rest -= kept;
    const { periodStart: keptFrom, paymentId: keptPaymentId } = balance;
    await setKeptOfGrant(tx, { id, keptCredits: kept, keptFrom, keptPaymentId });
  }
  return wanted - rest;
}
