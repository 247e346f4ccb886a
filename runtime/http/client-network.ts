import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Networks of the addresses that asked lately: each body that is read asks for its sender's. */
const read = new LRUCache<string, string>({ max: 1000 });
/** Of an address; what is longer is none, and not kept. */
const MOST_CHARACTERS = 64;

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 one, which one person has whole. */
export function clientNetwork(address: string): string {
  const known = read.get(address);
  if (known !== undefined) return known;
  const network = networkOf(address, 64) ?? address;
  if (address.length <= MOST_CHARACTERS) read.set(address, network);
  return network;
}

/**
 * The /48 of an IPv6 address: what a site is given by its provider, with 65,536 clients in it. Null for others: many who know nothing
 * of each other share the neighbourhood of an IPv4 address.
 */
export const siteNetwork = (address: string): string | null => {
  const network = networkOf(address, 48);
  return network?.endsWith("/48") === true ? network : null;
};

/** The client that an address belongs to, and the client's site. The site of an IPv4 address is the client itself. */
export interface Networks {
  site: string;
  client: string;
}

export function networksOf(address: string): Networks {
  const client = clientNetwork(address);
  return { site: siteNetwork(address) ?? client, client };
}

/** Null for what is no address. */
function networkOf(address: string, bits: 48 | 64): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${parts.join(":")}::/${bits}`;
}
