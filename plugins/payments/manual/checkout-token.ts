import { createHmac, timingSafeEqual } from "node:crypto";

/** What makes a checkout's link unguessable: an HMAC over its id, base64url. */
export const checkoutToken = (key: Buffer, id: string): string =>
  createHmac("sha256", key).update(id).digest("base64url");

export function isCheckoutToken(key: Buffer, id: string, token: string): boolean {
  const expected = Buffer.from(checkoutToken(key, id));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
