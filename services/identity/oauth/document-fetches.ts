import { AsyncLocalStorage } from "node:async_hooks";
import { LRUCache } from "lru-cache";
import type { Host } from "../../../runtime/process/host.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import { networkLimits } from "../../../runtime/actions/network-limits.js";

/** Of one client network in an hour, over all processes: sign-ins must not be a way to send requests to others. */
export const FETCHES = { limit: 120, windowMs: 3600_000 };
/** So long a document that could not be had is not asked for again by this process. */
const FAILED_MS = 20_000;

const clients = new AsyncLocalStorage<string>();

/** Serves a request of this client: what is fetched for it counts against its network, and against nobody else's. */
export const forClient = <T>(client: string, work: () => T): T => clients.run(client, work);

/** By the document's whole address: what fails there says nothing of others of the same site. */
const failed = new LRUCache<string, true>({ max: 1000, ttl: FAILED_MS });

/** Whether a document may be fetched now; what the library has cached is not asked for. */
export async function mayFetch(host: Pick<Host, "transact">, clientId: string): Promise<boolean> {
  if (failed.has(clientId)) return false;
  const limits = networkLimits("oauth documents", clients.getStore() ?? "", FETCHES);
  const { waitMs } = await host.transact((tx) => takeUses(tx, limits));
  return waitMs === 0;
}

/** Does the fetch of a document, and remembers for a moment that it failed. */
export async function rememberFailure(url: string, fetching: Promise<Response>): Promise<Response> {
  try {
    const response = await fetching;
    if (!response.ok) failed.set(url, true);
    return response;
  } catch (error) {
    failed.set(url, true);
    throw error;
  }
}
