import { ServiceError } from "../../contracts/errors.js";
import { aside } from "../../runtime/actions/audit/act.js";
import type { Host } from "../../runtime/process/host.js";
import { giveUsesBack, takeUses, waitForUse } from "../../runtime/actions/limited-uses.js";
import { networkLimits } from "../../runtime/actions/network-limits.js";

const HOUR_MS = 3600_000;

/**
 * Runs a sign-up that counts towards the client's and its site's number for this hour (rules/identity 4 and
 * 47); a failed sign-up does not count. The place is taken before the work begins, so that a burst costs no
 * more work than the limit allows. Throws `rate_limited`.
 */
export async function withinSignUpLimit<T>(host: Host, client: string, work: () => Promise<T>): Promise<T> {
  const limits = networkLimits("sign-up", client, { limit: host.config.signupLimit, windowMs: HOUR_MS });
  // A read refuses a flood; only clients that seem to have a place left take the lock.
  for (const limit of limits) refuseWait(await waitForUse(host.read, limit));
  const { waitMs, ids } = await aside(() => host.transact((tx) => takeUses(tx, limits)));
  refuseWait(waitMs);
  try {
    return await work();
  } catch (error) {
    await aside(() => host.transact((tx) => giveUsesBack(tx, ids ?? []))).catch((left: unknown) =>
      host.log.warn({ err: left }, "a sign-up that failed stays counted for an hour"),
    );
    throw error;
  }
}

function refuseWait(waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new ServiceError(
    "rate_limited",
    `Too many accounts were made from this network address. Try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds } },
  );
}
