/**
 * The only place of balance arithmetic (rules/billing 7 to 12). Its functions are pure and use whole credits.
 * Their invariant: the sum of the ledger entries of a change equals the change of budget + purchased - spent.
 */

/** The numbers of a balance row. */
export interface Funds {
  monthlyBudgetCredits: number;
  spentCreditsThisPeriod: number;
  /**
   * The credits of top-ups, welcome credits and operators' grants, and those that open holds keep of an ended
   * grant. Negative for a debt, which a refund may leave.
   */
  purchasedCredits: number;
  /** The sum of the open holds. */
  heldCredits: number;
}

/**
 * Returns the credits if they are a whole number that the database and JSON hold exactly; throws RangeError
 * otherwise, so that a bug elsewhere stops here.
 */
function whole(credits: number, what: string): number {
  if (!Number.isSafeInteger(credits)) throw new RangeError(`${what} must be whole credits, not ${credits}.`);
  return credits;
}

function amount(credits: number, what: string): number {
  if (whole(credits, what) < 0) throw new RangeError(`${what} must not be negative, not ${credits}.`);
  return credits;
}

/** Returns the sum of the account's ledger; negative if more was taken than there was. */
export const worthOf = (funds: Readonly<Funds>): number =>
  funds.monthlyBudgetCredits + funds.purchasedCredits - funds.spentCreditsThisPeriod;

/** Returns the `remainingCredits` of an account. Holds are not subtracted (rules/billing 10). */
export const remainingOf = (funds: Readonly<Funds>): number => Math.max(0, worthOf(funds));

/** Returns whether the estimate fits beside the open holds; an estimate of 0 always does. */
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

/** Returns the charge of a settled hold: a cost above the hold is reduced to the hold. */
export function chargeOf(held: number, credits: number): number {
  return Math.min(amount(held, "A hold"), amount(credits, "A cost"));
}

export interface Spending {
  charged: number;
  /** The part of the charge that is taken from what the hold kept of an ended grant. */
  used: number;
  /** The rest of what the hold kept, which expires now unless a refund took it before. */
  expired: number;
}

/**
 * Releases the hold and spends `charged`; the ledger gets `-charged` and `-expired`. Kept credits are part of
 * the purchased ones and are taken from them; the rest is spent in the running period.
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

/** Applies a top-up, grant or correction; the ledger gets `delta`. */
export function afterAdjust(funds: Readonly<Funds>, delta: number): Funds {
  return {
    ...pick(funds),
    purchasedCredits: whole(funds.purchasedCredits + whole(delta, "An adjustment"), "Purchased credits"),
  };
}

/**
 * Takes back credits whose payment was refunded; the ledger gets `-credits`. If the payment was for the
 * running grant, the credits come out of the grant first, so that its unused rest is not taken twice. The
 * result may be a debt.
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
  /** The unused rest of the old grant; the ledger gets `-takenBack`. */
  takenBack: number;
  /** The new grant; the ledger gets all of it. */
  granted: number;
}

/** Returns the part of the held credits that only the unused rest of the grant covers. */
export function heldFromGrant(funds: Readonly<Funds>): number {
  const unused = Math.max(0, funds.monthlyBudgetCredits - funds.spentCreditsThisPeriod);
  const bought = Math.max(0, worthOf(funds) - unused);
  return Math.min(unused, Math.max(0, funds.heldCredits - bought));
}

/**
 * Applies a subscription, change of plan, renewal or end. Spending beyond the grant comes out of the
 * purchased credits. `kept` is the part of the unused grant that open holds keep; it moves to the purchased
 * credits.
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
