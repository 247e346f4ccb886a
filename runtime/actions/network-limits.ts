import { networksOf } from "../http/client-network.js";
import type { UseLimit } from "./limited-uses.js";

/** So many times what one client may is what a site may, whose IPv6 network has any number of clients. */
export const CLIENTS_OF_SITE = 10;

/** The limits of what a stranger at an address does: that of its client, and where addresses are IPv6 that of its site. */
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
