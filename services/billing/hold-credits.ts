import type { Hold } from "../../entities/hold.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterHold, covers } from "./balance.js";
import { insertHold, lockBalance, setBalance } from "./balance.repository.js";
import { lockBudgets } from "./budget.repository.js";
import { planRequired, shortOfCredits } from "./refuse-hold.js";

export interface HoldRequest {
  /** The id of the job, the transcription, the translation call or the run's text step; it has one hold. */
  workId: string;
  payerId: string;
  actorId: string;
  /** The estimate in whole credits. */
  credits: number;
  /** The shared project of the work, whose limit counts too; null outside of shared projects. */
  projectId: string | null;
  /** The budget of the credential that asked (`Auth.budgetId`). */
  budgetId: string | null | undefined;
  /** True if the model is for accounts that have bought something. */
  paidOnly: boolean;
  /** True if a refusal because of `paidOnly` may mention buying. */
  canBuy?: boolean;
}

/**
 * Reserves credits for work in the transaction that creates the work. Throws `forbidden` over a limit of the
 * credential or the project, then `plan_required`, then `insufficient_credits`, or
 * `owner_insufficient_credits` if somebody else pays.
 */
export async function hold(
  tx: Tx,
  { workId, payerId, actorId, projectId, budgetId, credits, paidOnly, canBuy = true }: HoldRequest,
): Promise<void> {
  const balance = await lockBalance(tx, payerId);
  const attempt = { estimate: credits, isOwn: payerId === actorId };
  // A project's budget belongs to its payer, and only some payers have set one.
  const limits = [budgetId, balance.limitsProjects ? projectId : null].flatMap((id) => id ?? []);
  const counted =
    limits.length === 0 ? null : await lockBudgets(tx, limits, { projectId, budgetId, credits });
  if (paidOnly && !balance.hasPurchased) throw planRequired(balance, { ...attempt, canBuy });
  if (!covers(balance, credits)) throw shortOfCredits(balance, attempt);
  await setBalance(tx, payerId, afterHold(balance, credits));
  const against = await counted?.count();
  const made: Hold = {
    id: workId,
    accountId: payerId,
    credits,
    createdAt: Date.now(),
    budgetId: against?.budgetId ?? null,
    projectBudgetId: against?.projectBudgetId ?? null,
    budgetDay: against?.day ?? null,
    keptCredits: null,
    keptFrom: null,
    keptPaymentId: null,
  };
  await insertHold(tx, made);
}
