import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** The networks of recent addresses, since each body that is read asks for its sender's network. */
const read = new LRUCache<string, string>({ max: 1000 });
/** The most characters of an address. A longer text is no address, and is not kept. */
const MOST_CHARACTERS = 64;

/**
 * Returns the network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which one person has whole.
 */
export function clientNetwork(address: string): string {
  const known = read.get(address);
  if (known !== undefined) return known;
  const network = networkOf(address, 64) ?? address;
  if (address.length <= MOST_CHARACTERS) read.set(address, network);
  return network;
}

/**
 * Returns the /48 of an IPv6 address, which a provider gives to one site and which has 65,536 clients in it. Returns null
 * for other addresses, since unrelated clients share the neighbourhood of an IPv4 address.
 */
export const siteNetwork = (address: string): string | null => {
  const network = networkOf(address, 48);
  return network?.endsWith("/48") === true ? network : null;
};

/** The network of a client and that of the client's site. The site of an IPv4 address is the client itself. */
export interface Networks {
  site: string;
  client: string;
}

export function networksOf(address: string): Networks {
  const client = clientNetwork(address);
  return { site: siteNetwork(address) ?? client, client };
}

/** Returns the network of an address, or null for a text that is no address. An IPv4 address is its own network. */
function networkOf(address: string, bits: 48 | 64): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${parts.join(":")}::/${bits}`;
}
