import type { SubscriptionView } from "../../contracts/billing.js";
import { ServiceError } from "../../contracts/errors.js";
import type { Balance } from "../../entities/balance.js";
import type { SubscriptionState } from "../../plugins/kit/payment-gateway.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { lockBalance, readBalance, setBalance } from "./balance.repository.js";
import { followSubscription } from "./follow-subscription.js";
import { presentSubscription } from "./present-subscription.js";
import { fromGateway, gatewayNamed } from "./require-gateway.js";

/**
 * Cancels the plan at the end of the paid time, or undoes that (rules/billing 25). The gateway is told first,
 * outside of any transaction; after a crash in between, an event of the gateway or a repeated request
 * corrects the state. Where a later state was adopted meanwhile, the gateway is asked which one counts
 * (rules/billing 48). Throws `conflict` without a plan, when another plan has replaced it meanwhile, or when
 * the plan was set otherwise meanwhile.
 */
export async function setCancelAtPeriodEnd(
  host: Host,
  context: ActionContext,
  cancels: boolean,
): Promise<{ subscription: SubscriptionView }> {
  const { accountId } = context.auth;
  const before = requirePlan(await readBalance(host.read, accountId));
  const stateAt = Date.now();
  await gatewayNamed(host, before.gateway)
    .setCancelAtPeriodEnd(before.subscription, cancels)
    .catch((error: unknown) => {
      throw fromGateway(host, error);
    });
  host.fault?.("billing.cancel");
  const written = await host.transact(async (tx) => {
    const current = await lockPlan(tx, before);
    if ((current.stateAt ?? 0) > stateAt) return null;
    await setBalance(tx, accountId, { cancelAtPeriodEnd: cancels, stateAt });
    return { ...current, cancelAtPeriodEnd: cancels };
  });
  const balance = written ?? (await askAgain(host, before));
  if (balance.tier === "none" || balance.cancelAtPeriodEnd !== cancels) throw changedMeanwhile();
  return { subscription: presentSubscription(balance) };
}

/**
 * Asks the gateway for a subscription whose later state was adopted meanwhile, adopts its answer unless a still
 * later one was, and returns the balance.
 */
async function askAgain(host: Pick<Host, "plugins" | "log" | "transact">, before: Planned): Promise<Balance> {
  const gateway = gatewayNamed(host, before.gateway);
  let state: SubscriptionState | undefined;
  try {
    state = await gateway.readSubscription?.(before.subscription);
  } catch (error) {
    throw fromGateway(host, error);
  }
  return host.transact(async (tx) => {
    const current = await lockPlan(tx, before);
    if (state !== undefined) await followSubscription(tx, current, { state });
    return readBalance(tx, before.id);
  });
}

/** Locks a balance that still has the plan. Throws `conflict` when it has another one or none. */
async function lockPlan(tx: Tx, before: Planned): Promise<Planned> {
  const current = requirePlan(await lockBalance(tx, before.id));
  if (current.subscription !== before.subscription) throw changedMeanwhile();
  return current;
}

const changedMeanwhile = () =>
  new ServiceError("conflict", "The plan changed meanwhile. Look at it and try again.");

type Planned = Balance & { gateway: string; subscription: string };

function requirePlan(balance: Balance): Planned {
  const { gateway, subscription } = balance;
  if (balance.tier === "none" || gateway === null || subscription === null)
    throw new ServiceError("conflict", "This account has no plan.");
  return { ...balance, gateway, subscription };
}
