/**
 * The only place of balance arithmetic (rules/billing 7 to 12). Pure: whole credits in, whole credits out.
 * Invariant of every function: the sum of the ledger entries that go with a change equals the change of
 * budget + purchased - spent.
 */

/** The numbers of a balance row. */
export interface Funds {
  monthlyBudgetCredits: number;
  spentCreditsThisPeriod: number;
  /** Top-ups, welcome credits, operator grants. Negative after a debt was carried over. */
  purchasedCredits: number;
  /** Sum of the open holds. */
  heldCredits: number;
}

/** A number of credits that the database and JSON hold exactly; a bug elsewhere stops here. */
function whole(credits: number, what: string): number {
  if (!Number.isSafeInteger(credits)) throw new RangeError(`${what} must be whole credits, not ${credits}.`);
  return credits;
}

function amount(credits: number, what: string): number {
  if (whole(credits, what) < 0) throw new RangeError(`${what} must not be negative, not ${credits}.`);
  return credits;
}

/** What the ledger sums up to; below zero when more was taken than there was. */
export const worthOf = (funds: Readonly<Funds>): number =>
  funds.monthlyBudgetCredits + funds.purchasedCredits - funds.spentCreditsThisPeriod;

/** `remainingCredits` of an account. Holds are not subtracted (rules/billing 10). */
export const remainingOf = (funds: Readonly<Funds>): number => Math.max(0, worthOf(funds));

/** Whether the estimate fits beside the open holds. What costs nothing always does. */
export const covers = (funds: Readonly<Funds>, estimate: number): boolean =>
  estimate === 0 || remainingOf(funds) - funds.heldCredits >= estimate;

export function afterHold(funds: Readonly<Funds>, credits: number): Funds {
  return {
    ...pick(funds),
    heldCredits: whole(funds.heldCredits + amount(credits, "A hold"), "Held credits"),
  };
}

export function afterRelease(funds: Readonly<Funds>, held: number): Funds {
  return {
    ...pick(funds),
    heldCredits: amount(funds.heldCredits - amount(held, "A hold"), "Held credits"),
  };
}

/** A job is settled at its estimate or less, never more: a higher cost is cut to the hold. */
export function chargeOf(held: number, credits: number): number {
  return Math.min(amount(held, "A hold"), amount(credits, "A cost"));
}

export interface Spending {
  charged: number;
  /** The part of the charge that comes out of what the hold kept of an ended grant. */
  used: number;
  /** What else the hold kept and loses now. */
  expired: number;
}

/**
 * Releases the hold and spends `charged`; the ledger gets `-charged` and `-expired`. Kept credits are among the
 * purchased ones and leave there; the rest is spent in the running period.
 */
export function afterSettle(
  funds: Readonly<Funds>,
  held: number,
  { charged, used, expired }: Spending,
): Funds {
  const released = afterAdjust(
    afterRelease(funds, held),
    -(amount(used, "A use") + amount(expired, "A rest")),
  );
  const spent = amount(charged - used, "A cost");
  return {
    ...released,
    spentCreditsThisPeriod: whole(released.spentCreditsThisPeriod + spent, "Spent credits"),
  };
}

/** Top-ups, grants and corrections; the ledger gets `delta`. */
export function afterAdjust(funds: Readonly<Funds>, delta: number): Funds {
  return {
    ...pick(funds),
    purchasedCredits: whole(funds.purchasedCredits + whole(delta, "An adjustment"), "Purchased credits"),
  };
}

/**
 * Credits whose payment was given back; the ledger gets `-credits`. Out of the running grant first, where the
 * payment was for it, so that the grant's unused rest is not taken twice. May leave a debt.
 */
export function afterRefund(funds: Readonly<Funds>, credits: number, isOfGrant: boolean): Funds {
  const fromGrant = isOfGrant ? Math.min(funds.monthlyBudgetCredits, amount(credits, "A refund")) : 0;
  return {
    ...afterAdjust(funds, fromGrant - amount(credits, "A refund")),
    monthlyBudgetCredits: funds.monthlyBudgetCredits - fromGrant,
  };
}

export interface PeriodChange {
  funds: Funds;
  /** Unused rest of the old grant; the ledger gets `-takenBack`. */
  takenBack: number;
  /** New grant; the ledger gets it whole. */
  granted: number;
}

/** What of the open holds only the unused rest of the grant covers. */
export function heldFromGrant(funds: Readonly<Funds>): number {
  const unused = Math.max(0, funds.monthlyBudgetCredits - funds.spentCreditsThisPeriod);
  const bought = Math.max(0, worthOf(funds) - unused);
  return Math.min(unused, Math.max(0, funds.heldCredits - bought));
}

/**
 * Subscribe, change of plan, renewal and end alike. What was spent beyond the grant came out of the purchased credits.
 * `kept`: of the unused grant, for open holds; it goes to the purchased credits.
 */
export function afterPeriodChange(funds: Readonly<Funds>, newBudget: number, kept: number): PeriodChange {
  const { monthlyBudgetCredits: budget, spentCreditsThisPeriod: spent, purchasedCredits } = funds;
  const unused = Math.max(0, budget - spent);
  return {
    takenBack: amount(unused - amount(kept, "A kept rest"), "A rest"),
    granted: amount(newBudget, "A grant"),
    funds: {
      monthlyBudgetCredits: newBudget,
      spentCreditsThisPeriod: 0,
      purchasedCredits: whole(purchasedCredits + kept - Math.max(0, spent - budget), "Purchased credits"),
      heldCredits: funds.heldCredits,
    },
  };
}

const pick = (funds: Readonly<Funds>): Funds => ({
  monthlyBudgetCredits: funds.monthlyBudgetCredits,
  spentCreditsThisPeriod: funds.spentCreditsThisPeriod,
  purchasedCredits: funds.purchasedCredits,
  heldCredits: funds.heldCredits,
});
