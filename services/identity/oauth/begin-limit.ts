import type { Host } from "../../../runtime/process/host.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import { networkLimits } from "../../../runtime/actions/network-limits.js";

/**
 * Sign-ins of apps that a client network may begin in an hour; its site may begin ten times as many. Each
 * leaves a row for an hour before the person is known.
 */
export const AUTHORIZATIONS = { limit: 600, windowMs: 3600_000 };

/**
 * Counts one begun sign-in. Returns the milliseconds until the network may begin another one, 0 when it may
 * now.
 */
export async function countBegun(host: Pick<Host, "transact">, client: string): Promise<number> {
  const limits = networkLimits("oauth authorizations", client, AUTHORIZATIONS);
  return (await host.transact((tx) => takeUses(tx, limits))).waitMs;
}
