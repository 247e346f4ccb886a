import type { Host } from "../../../runtime/process/host.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import { networkLimits } from "../../../runtime/actions/network-limits.js";

/** The number of sign-ins of apps that a client network may begin in an hour, and its site ten times as often. Each leaves a row for an hour before the person is known. */
export const AUTHORIZATIONS = { limit: 600, windowMs: 3600_000 };

/** Counts one sign-in. Gives the milliseconds until the network may begin another one, 0 when it may now. */
export async function countBegun(host: Pick<Host, "transact">, client: string): Promise<number> {
  const limits = networkLimits("oauth authorizations", client, AUTHORIZATIONS);
  return (await host.transact((tx) => takeUses(tx, limits))).waitMs;
}
