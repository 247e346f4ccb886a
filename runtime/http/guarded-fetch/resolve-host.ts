import { isIP } from "node:net";
import { GuardedFetchError, notPublic, unreachable } from "./fetch-error.js";
import { nameResolver, type Resolver } from "./name-resolver.js";
import type { NetworkPolicy } from "./network-policy.js";

/** The resolver of this process. */
const ownResolver = nameResolver();

export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * Returns the addresses of a host, looked up once; the connection goes to one of them and nobody asks again. Throws
 * GuardedFetchError: `refused` when a single one of them is not allowed, for the others may be bait.
 */
export async function resolveHost(
  host: string,
  policy: NetworkPolicy,
  { signal, resolve = ownResolver }: { signal: AbortSignal; resolve?: Resolver | undefined },
): Promise<readonly CheckedAddress[]> {
  const addresses = isIP(host) === 0 ? await ask(host, signal, resolve) : [host];
  if (addresses.length === 0) throw unreachable("The URL's host has no address.");
  return addresses.map((address) => {
    const family = isIP(address);
    if ((family !== 4 && family !== 6) || !policy.allowsAddress(address)) throw notPublic();
    return { address, family };
  });
}

async function ask(host: string, signal: AbortSignal, resolve: Resolver): Promise<readonly string[]> {
  try {
    return await resolve(host, signal);
  } catch (error) {
    if (error instanceof GuardedFetchError) throw error;
    throw unreachable("The URL's host was not found.", error);
  }
}
