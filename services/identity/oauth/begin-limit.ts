import type { Host } from "../../../runtime/process/host.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import { clientNetwork } from "../../../runtime/http/client-network.js";

/** The number of sign-ins of apps that a client network may begin in an hour. Each leaves a row for an hour before the person is known. */
export const AUTHORIZATIONS = { limit: 600, windowMs: 3600_000 };

/** Counts one sign-in. Gives the milliseconds until the network may begin another one, 0 when it may now. */
export async function countBegun(host: Pick<Host, "transact">, client: string): Promise<number> {
  const allowance = { name: `oauth authorizations\n${clientNetwork(client)}`, ...AUTHORIZATIONS };
  return (await host.transact((tx) => takeUses(tx, [allowance]))).waitMs;
}
