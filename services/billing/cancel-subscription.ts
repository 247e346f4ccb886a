import type { SubscriptionView } from "../../contracts/billing.js";
import { ServiceError } from "../../contracts/errors.js";
import type { Balance } from "../../entities/balance.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { lockBalance, readBalance, setBalance } from "./balance.repository.js";
import { presentSubscription } from "./present-subscription.js";
import { fromGateway, gatewayNamed } from "./require-gateway.js";

/**
 * Cancels the plan at the end of the paid time, or undoes that (rules/billing 25). The gateway is told first,
 * outside of any transaction; after a crash in between, an event of the gateway or a repeated request
 * corrects the state. Throws `conflict` without a plan, or when another plan has replaced it meanwhile.
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
  const balance = await host.transact(async (tx) => {
    const current = requirePlan(await lockBalance(tx, accountId));
    if (current.subscription !== before.subscription)
      throw new ServiceError("conflict", "The plan changed meanwhile. Look at it and try again.");
    await setBalance(tx, accountId, { cancelAtPeriodEnd: cancels, stateAt });
    return { ...current, cancelAtPeriodEnd: cancels };
  });
  return { subscription: presentSubscription(balance) };
}

type Planned = Balance & { gateway: string; subscription: string };

function requirePlan(balance: Balance): Planned {
  const { gateway, subscription } = balance;
  if (balance.tier === "none" || gateway === null || subscription === null)
    throw new ServiceError("conflict", "This account has no plan.");
  return { ...balance, gateway, subscription };
}
