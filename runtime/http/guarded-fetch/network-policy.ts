import ipaddr from "ipaddr.js";

/** Which addresses a request that a stranger asked for may go to. */
export interface NetworkPolicy {
  /** `https:` alone, but for development. */
  protocols: readonly string[];
  allowsPort(port: number): boolean;
  /** A name that may be looked up. */
  allowsName(hostname: string): boolean;
  /** An address as the resolver or the URL gives it. */
  allowsAddress(address: string): boolean;
}

/** Global unicast: whatever else IPv6 has (NAT64, ULA, link-local, site-local, mapped, compatible) lies outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/** What the register of ipaddr.js does not count as special. */
const MORE_REFUSED = [
  // Azure's platform address answers with credentials from a public-looking address.
  "168.63.129.16/32",
  // Documentation (RFC 9637), and IETF protocol assignments as a whole (RFC 2928).
  "3fff::/20",
  "2001::/23",
].map((range) => ipaddr.parseCIDR(range));

/** Interface ids that carry an IPv4 address (ISATAP, RFC 5214). */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe;

/** Whether an address is an ordinary one of the public internet; text that is no address in its usual form is not. */
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

/**
 * The public internet over https (rules/running 28). Ports: 443 and those that need no rights to listen on, so
 * that nobody is made to knock at mail or directory servers.
 */
export const PUBLIC_NETWORK: NetworkPolicy = {
  protocols: ["https:"],
  allowsPort: (port) => port === 443 || port >= 1024,
  allowsName: (hostname) => !LOCAL_NAMES.test(hostname),
  allowsAddress: isPublicAddress,
};

/** Everything, over http too: `ALLOW_PRIVATE_NETWORK=1`, for development and tests. */
export const ANY_NETWORK: NetworkPolicy = {
  protocols: ["https:", "http:"],
  allowsPort: () => true,
  allowsName: () => true,
  allowsAddress: () => true,
};

/** What the configuration lets strangers' addresses reach. */
export const networkPolicy = ({ allowPrivateNetwork }: { allowPrivateNetwork: boolean }): NetworkPolicy =>
  allowPrivateNetwork ? ANY_NETWORK : PUBLIC_NETWORK;
