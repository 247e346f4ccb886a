import { Hold } from "../../entities/hold.js";
import type { Tx } from "../../runtime/transaction.js";
import { afterHold, covers } from "./balance.js";
import { lockBalance, saveBalance } from "./balance.repository.js";
import { planRequired, shortOfCredits } from "./refuse-hold.js";

export interface HoldRequest {
  /** Id of the job, run or transcription; one hold each. */
  workId: string;
  payerId: string;
  actorId: string;
  /** The estimate, in whole credits. */
  credits: number;
  /** The model is for accounts that have bought something. */
  paidOnly: boolean;
  /** Whether a refusal of `paidOnly` may speak of buying. */
  canBuy?: boolean;
}

/**
 * Keeps credits back for work, in the transaction that makes it. Throws `plan_required`, then
 * `insufficient_credits`, or `owner_insufficient_credits` when somebody else pays.
 */
export async function hold(
  tx: Tx,
  { workId, payerId, actorId, credits, paidOnly, canBuy = true }: HoldRequest,
): Promise<void> {
  const balance = await lockBalance(tx, payerId);
  const attempt = { estimate: credits, isOwn: payerId === actorId };
  if (paidOnly && !balance.hasPurchased) throw planRequired(balance, { ...attempt, canBuy });
  if (!covers(balance, credits)) throw shortOfCredits(balance, attempt);
  await saveBalance(tx, payerId, afterHold(balance, credits));
  await tx.insert(Hold, {
    id: workId,
    accountId: payerId,
    credits,
    createdAt: Date.now(),
    keptCredits: null,
    keptFrom: null,
    keptPaymentId: null,
  });
}
