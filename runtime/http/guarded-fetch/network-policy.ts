import ipaddr from "ipaddr.js";

/** The rules for the untrusted addresses to which a request may go. */
export interface NetworkPolicy {
  /** The allowed protocols: `https:` alone, except in development. */
  protocols: readonly string[];
  allowsPort(port: number): boolean;
  /** Returns whether a name may be looked up. */
  allowsName(hostname: string): boolean;
  /** Returns whether an address, as the resolver or the URL gives it, may be connected to. */
  allowsAddress(address: string): boolean;
}

/** The range of global unicast: whatever else IPv6 has (NAT64, ULA, link-local, site-local, mapped, compatible) lies outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/** The refused ranges that ipaddr.js does not count as special. */
const MORE_REFUSED = [
  // Azure's platform address answers with credentials from a public-looking address.
  "168.63.129.16/32",
  // These are for documentation (RFC 9637), and for IETF protocol assignments as a whole (RFC 2928).
  "3fff::/20",
  "2001::/23",
].map((range) => ipaddr.parseCIDR(range));

/** Returns whether the interface id of an address carries an IPv4 address (ISATAP, RFC 5214). */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe;

/** Returns whether a text is an ordinary address of the public internet, in its usual form. */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return isOrdinary(ipaddr.IPv4.parse(text));
  if (!ipaddr.IPv6.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.IPv6.parse(text);
  return isWithin(address, GLOBAL_UNICAST) && !isIsatap(address) && isOrdinary(address);
}

const isOrdinary = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === "unicast" && !MORE_REFUSED.some((range) => isWithin(address, range));

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
  address.kind() === range[0].kind() && address.match(range);

/** Names that only the machine's own network answers (RFC 6761, 6762, 8375, 9476; ICANN for `internal`). */
const LOCAL_NAMES =
  /^[^.]*$|(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|alt|onion)$/;

/** Returns whether the public internet has no such name, in lower case. */
export const isLocalName = (hostname: string): boolean => LOCAL_NAMES.test(hostname);

/**
 * The policy that allows the public internet over https (rules/running 28), on port 443 and those that need no rights to listen on, so
 * that nobody is made to knock at mail or directory servers.
 */
export const PUBLIC_NETWORK: NetworkPolicy = {
  protocols: ["https:"],
  allowsPort: (port) => port === 443 || port >= 1024,
  allowsName: (hostname) => !isLocalName(hostname),
  allowsAddress: isPublicAddress,
};

/** The policy of `ALLOW_PRIVATE_NETWORK=1`, for development and tests, which allows everything, over http too. */
export const ANY_NETWORK: NetworkPolicy = {
  protocols: ["https:", "http:"],
  allowsPort: () => true,
  allowsName: () => true,
  allowsAddress: () => true,
};

/** Returns the policy that the configuration sets for untrusted addresses. */
export const networkPolicy = ({ allowPrivateNetwork }: { allowPrivateNetwork: boolean }): NetworkPolicy =>
  allowPrivateNetwork ? ANY_NETWORK : PUBLIC_NETWORK;
