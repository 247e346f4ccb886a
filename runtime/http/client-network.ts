import ipaddr from "ipaddr.js";

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 one, which one person has whole. */
export const clientNetwork = (address: string): string => networkOf(address, 64) ?? address;

/**
 * The /48 of an IPv6 address: what a site is given by its provider, with 65,536 clients in it. Null for others: many who know nothing
 * of each other share the neighbourhood of an IPv4 address.
 */
export const siteNetwork = (address: string): string | null => {
  const network = networkOf(address, 48);
  return network?.endsWith("/48") === true ? network : null;
};

/** Null for what is no address. */
function networkOf(address: string, bits: 48 | 64): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${parts.join(":")}::/${bits}`;
}
