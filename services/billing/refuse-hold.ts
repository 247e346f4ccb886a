import { ServiceError } from "../../contracts/errors.js";
import { type Funds, remainingOf } from "./balance.js";

interface Attempt {
  /** Whole credits. */
  estimate: number;
  /** False: a member works in the owner's project, and the owner pays. */
  isOwn: boolean;
}

/** The payer has bought nothing, and the model is for those who have. Where nothing can be bought, no sentence says "buy". */
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

/** Names who is short (rules/billing 15). What the owner has is not told to a member. */
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
