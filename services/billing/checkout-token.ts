import { createHmac, timingSafeEqual } from "node:crypto";
import type { Host } from "../../runtime/host.js";

/** What makes a checkout's link unguessable: an HMAC over its id, base64url. */
export const checkoutToken = (host: Pick<Host, "keys">, id: string): string =>
  createHmac("sha256", host.keys.derive("checkout")).update(id).digest("base64url");

export function isCheckoutToken(host: Pick<Host, "keys">, id: string, token: string): boolean {
  const expected = Buffer.from(checkoutToken(host, id));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export const checkoutUrl = (host: Pick<Host, "keys" | "baseUrl">, id: string): string =>
  `${host.baseUrl}/checkout/${id}/${checkoutToken(host, id)}`;
