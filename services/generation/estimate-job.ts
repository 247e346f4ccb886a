import type { ActionContext } from "../../runtime/actions/context.js";
import { canBuy } from "../../contracts/can-buy.js";
import type { Host } from "../../runtime/process/host.js";
import * as billing from "../billing/index.js";
import { type JobRequest, type JobSubject, refuseBlockedPayer } from "./generation.policy.js";
import { refuseOpenCircuit } from "./circuit.js";
import { checkRequest, countWaiting } from "./create-job.js";

export interface Estimate {
  estimatedCredits: number;
  remainingCredits: number;
  affordable: boolean;
}

/** Prices a request after the same checks as its submission, without changing anything (rules/billing 18). */
export async function estimateJob(
  host: Pick<Host, "config" | "read">,
  context: ActionContext,
  request: JobRequest,
  subject: JobSubject,
): Promise<Estimate> {
  refuseBlockedPayer(host, context, subject);
  const estimatedCredits = await checkRequest(context, request);
  await countWaiting(host.read, context.auth.accountId);
  const balance = await billing.readBalance(host.read, subject.payerId);
  if (subject.model.paidOnly && !balance.hasPurchased)
    throw billing.planRequired(balance, {
      estimate: estimatedCredits,
      isOwn: subject.payerId === context.auth.accountId,
      canBuy: canBuy(host),
    });
  await refuseOpenCircuit(host.read, subject.model.provider);
  const remainingCredits = billing.remainingOf(balance);
  return {
    estimatedCredits,
    remainingCredits,
    affordable: remainingCredits - balance.heldCredits >= estimatedCredits,
  };
}
