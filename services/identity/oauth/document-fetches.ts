import { AsyncLocalStorage } from "node:async_hooks";
import { LRUCache } from "lru-cache";
import type { Host } from "../../../runtime/process/host.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import { networkLimits } from "../../../runtime/actions/network-limits.js";

/**
 * Documents that are fetched for one client network in an hour, over all processes, so that sign-ins cannot
 * send many requests to other hosts.
 */
export const FETCHES = { limit: 120, windowMs: 3600_000 };
/** Milliseconds for which this process does not fetch a document again after a failure. */
const FAILED_MS = 20_000;

const clients = new AsyncLocalStorage<string>();

/**
 * Serves a request on behalf of a client: documents fetched for it count against the client's network only.
 */
export const forClient = <T>(client: string, work: () => T): T => clients.run(client, work);

/** Failed documents by their whole address: the failure of one says nothing about others of the same site. */
const failed = new LRUCache<string, true>({ max: 1000, ttl: FAILED_MS });

/**
 * Returns true when a document may be fetched now. The library does not ask for documents that it has cached.
 */
export async function mayFetch(host: Pick<Host, "transact">, clientId: string): Promise<boolean> {
  if (failed.has(clientId)) return false;
  const limits = networkLimits("oauth documents", clients.getStore() ?? "", FETCHES);
  const { waitMs } = await host.transact((tx) => takeUses(tx, limits));
  return waitMs === 0;
}

/** Awaits the fetch of a document, and remembers a failure for a moment. */
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
