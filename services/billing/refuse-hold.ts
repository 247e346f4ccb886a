import { ServiceError } from "../../contracts/errors.js";
import { type Funds, remainingOf } from "./balance.js";

interface Attempt {
  /** The estimate in whole credits. */
  estimate: number;
  /** False if a member works in the owner's project, so that the owner pays. */
  isOwn: boolean;
}

/**
 * Returns the refusal of a model for paying accounts to a payer who has bought nothing. It mentions buying
 * only where something can be bought.
 */
export function planRequired(
  funds: Readonly<Funds>,
  { estimate, isOwn, canBuy }: Attempt & { canBuy: boolean },
): ServiceError {
  const what = canBuy
    ? `needs a plan or a top-up${isOwn ? "" : " of the project's owner"}`
    : `is not open to ${isOwn ? "this account" : "the project's owner"}`;
  return new ServiceError("plan_required", `This model ${what}. Nothing was charged.`, {
    details: { estimatedCredits: estimate, ...(isOwn && { balance: remainingOf(funds) }) },
  });
}

/**
 * Returns the refusal for a lack of credits, which names who lacks them (rules/billing 15). A member does not
 * learn the owner's balance.
 */
export function shortOfCredits(funds: Readonly<Funds>, { estimate, isOwn }: Attempt): ServiceError {
  const balance = remainingOf(funds);
  const isHeld = balance >= estimate;
  const cost = `This costs ${credits(estimate)}`;
  if (!isOwn) {
    const why = isHeld
      ? "and too much of the project owner's balance is held for work in progress"
      : "and the project owner's balance does not cover it";
    return new ServiceError("owner_insufficient_credits", `${cost}, ${why}. Nothing was charged.`, {
      details: { estimatedCredits: estimate },
    });
  }
  const why = isHeld
    ? `, of which ${funds.heldCredits} are held for work in progress; ${Math.max(0, balance - funds.heldCredits)} are free`
    : "";
  return new ServiceError(
    "insufficient_credits",
    `${cost} and the balance is ${credits(balance)}${why}. Nothing was charged.`,
    {
      details: { estimatedCredits: estimate, balance },
    },
  );
}

const credits = (count: number): string => `${count} credit${count === 1 ? "" : "s"}`;
