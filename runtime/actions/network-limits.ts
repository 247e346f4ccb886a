import { networksOf } from "../http/client-network.js";
import type { UseLimit } from "./limited-uses.js";

/**
 * The factor by which the limit of a site exceeds the limit of one client, because the IPv6 network of a site
 * has any number of clients.
 */
export const CLIENTS_OF_SITE = 10;

/**
 * Returns the limits for an unauthenticated caller at an address: the limit of its client and, for an IPv6
 * address, the limit of its site.
 */
export function networkLimits(
  name: string,
  address: string,
  { limit, windowMs }: Pick<UseLimit, "limit" | "windowMs">,
): UseLimit[] {
  const { client, site } = networksOf(address);
  const own = { name: `${name}\n${client}`, limit, windowMs };
  if (site === client) return [own];
  return [own, { name: `${name}\n${site}`, limit: limit * CLIENTS_OF_SITE, windowMs }];
}
