import type { Balance } from "../../entities/balance.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";
import { PaymentError, type SubscriptionState } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/process/host.js";
import { findEnding, lockBalance, readBalance } from "./balance.repository.js";
import { changePeriod } from "./change-period.js";
import { followSubscription } from "./follow-subscription.js";

/** The milliseconds for which the gateway's own report is awaited, and after which it is asked again. */
const GRACE_MS = 3600 * 1000;
const EVERY_MS = 60_000;
const BATCH = 200;

type Asking = Pick<Host, "read" | "transact" | "plugins" | "log">;

/**
 * Asks gateways about canceled plans whose paid time has been over for an hour, each plan once an hour. A
 * gateway may have begun a further period before the plan was canceled, and take the money for it weeks later,
 * so that only its own report ends the plan (rules/billing 45).
 */
export const confirmEnds = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "billing.confirm-ends",
    everyMs: EVERY_MS,
    async run({ signal }) {
      const until = Date.now() - GRACE_MS;
      let after = "";
      while (!signal.aborted) {
        const ids = await findEnding(host.read, { until, after, limit: BATCH });
        for (const id of ids) if (!signal.aborted) await tryConfirm(host, id, until);
        if (ids.length < BATCH) return;
        after = ids.at(-1) ?? "";
      }
    },
  });

async function tryConfirm(host: Asking, accountId: string, until: number): Promise<void> {
  try {
    await confirmEnd(host, accountId, until);
  } catch (error) {
    // One plan must not keep the others from their end. A gateway that is away is asked again by the next run.
    if (error instanceof PaymentError && error.failure === "unavailable") throw error;
    host.log.error({ err: error, accountId }, "The gateway could not be asked about a canceled plan.");
  }
}

/**
 * Asks the gateway about the canceled plan of an account, if its paid time ended until a time, and adopts the
 * answer. The clock ends the plan of a gateway that cannot be asked. Throws `PaymentError`.
 */
export async function confirmEnd(host: Asking, accountId: string, until: number): Promise<void> {
  const asked = await readBalance(host.read, accountId);
  if (!isEnding(asked, until)) return;
  const state = await askFor(host, asked);
  await host.transact(async (tx) => {
    const balance = await lockBalance(tx, accountId);
    if (balance.subscription !== asked.subscription || !isEnding(balance, until)) return;
    if (state === null) await changePeriod(tx, balance, null);
    else await followSubscription(tx, balance, { state });
  });
}

function isEnding(balance: Balance, until: number): boolean {
  const { gateway, subscription, cancelAtPeriodEnd, periodEnd, paidUntil } = balance;
  if (gateway === null || gateway === "manual" || subscription === null || !cancelAtPeriodEnd) return false;
  return periodEnd !== null && paidUntil !== null && periodEnd >= paidUntil && periodEnd <= until;
}

/** Returns the state at the gateway; null where no gateway can be asked. */
async function askFor(
  { plugins }: Pick<Host, "plugins">,
  { gateway, subscription }: Balance,
): Promise<SubscriptionState | null> {
  const driver = plugins.get("paymentGateway", gateway ?? "");
  if (driver?.readSubscription === undefined || subscription === null) return null;
  try {
    return await driver.readSubscription(subscription);
  } catch (error) {
    if (error instanceof PaymentError && error.failure === "gone") return null;
    throw error;
  }
}
