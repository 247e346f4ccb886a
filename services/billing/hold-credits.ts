import type { Hold } from "../../entities/hold.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterHold, covers } from "./balance.js";
import { insertHold, lockBalance, saveBalance } from "./balance.repository.js";
import { lockBudgets } from "./budget.repository.js";
import { planRequired, shortOfCredits } from "./refuse-hold.js";

export interface HoldRequest {
  /** Id of the job, run or transcription; one hold each. */
  workId: string;
  payerId: string;
  actorId: string;
  /** The estimate, in whole credits. */
  credits: number;
  /** The shared project that it is for, whose limit counts too; null for none. */
  projectId: string | null;
  /** The budget of the credential that asked (`Auth.budgetId`). */
  budgetId: string | null | undefined;
  /** The model is for accounts that have bought something. */
  paidOnly: boolean;
  /** Whether a refusal of `paidOnly` may speak of buying. */
  canBuy?: boolean;
}

/**
 * Keeps credits back for work, in the transaction that makes it. Throws `forbidden` over a limit of the
 * credential or the project, then `plan_required`, then `insufficient_credits`, or `owner_insufficient_credits` when somebody else pays.
 */
export async function hold(
  tx: Tx,
  { workId, payerId, actorId, projectId, budgetId, credits, paidOnly, canBuy = true }: HoldRequest,
): Promise<void> {
  const balance = await lockBalance(tx, payerId);
  const attempt = { estimate: credits, isOwn: payerId === actorId };
  // a project's budget is its payer's, and only some payers have set one
  const limits = [budgetId, balance.limitsProjects ? projectId : null].flatMap((id) => id ?? []);
  const counted =
    limits.length === 0 ? null : await lockBudgets(tx, limits, { projectId, budgetId, credits });
  if (paidOnly && !balance.hasPurchased) throw planRequired(balance, { ...attempt, canBuy });
  if (!covers(balance, credits)) throw shortOfCredits(balance, attempt);
  await saveBalance(tx, payerId, afterHold(balance, credits));
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
