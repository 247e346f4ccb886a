import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { notPublic, unreachable } from "./fetch-error.js";
import type { NetworkPolicy } from "./network-policy.js";

/** Returns every address of a name; tests pass a stand-in. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

const systemResolver: Resolver = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

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
  resolve: Resolver = systemResolver,
): Promise<readonly CheckedAddress[]> {
  const addresses = isIP(host) === 0 ? await ask(host, resolve) : [host];
  if (addresses.length === 0) throw unreachable("The URL's host has no address.");
  return addresses.map((address) => {
    const family = isIP(address);
    if ((family !== 4 && family !== 6) || !policy.allowsAddress(address)) throw notPublic();
    return { address, family };
  });
}

async function ask(host: string, resolve: Resolver): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw unreachable("The URL's host was not found.", error);
  }
}
