import type { Host } from "../../../runtime/host.js";
import { takeUses } from "../../../runtime/limited-uses.js";
import { clientNetwork } from "../client-network.js";

/** Sign-ins of apps that a client network begins in an hour: each leaves a row for that long, before anybody is known. */
export const AUTHORIZATIONS = { limit: 600, windowMs: 3600_000 };

/** Counts one; how long until the network may begin another, 0 when it may now. */
export async function countBegun(host: Pick<Host, "transact">, client: string): Promise<number> {
  const allowance = { name: `oauth authorizations\n${clientNetwork(client)}`, ...AUTHORIZATIONS };
  return (await host.transact((tx) => takeUses(tx, [allowance]))).waitMs;
}
