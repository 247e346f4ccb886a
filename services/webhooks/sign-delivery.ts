import { createHmac } from "node:crypto";
import { secretBytes } from "./webhook-secret.js";

/** The parts of a delivery that are signed and sent. */
export interface SignedMessage {
  deliveryId: string;
  event: string;
  /** The raw body, exactly as it is sent. */
  body: string;
}

/**
 * Returns the headers of one attempt (rules/webhooks 4): Kiln's own, keyed with the whole secret, and those of the
 * Standard Webhooks format, keyed with the bytes that the secret encodes.
 */
export function deliveryHeaders(
  secret: string,
  { deliveryId, event, body }: SignedMessage,
  now: number,
): Record<string, string> {
  const seconds = String(Math.floor(now / 1000));
  return {
    "content-type": "application/json",
    "x-svc-event": event,
    "x-svc-delivery": deliveryId,
    "x-svc-timestamp": String(now),
    "x-svc-signature": `sha256=${createHmac("sha256", secret).update(`${now}.${body}`).digest("hex")}`,
    "webhook-id": deliveryId,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${createHmac("sha256", secretBytes(secret)).update(`${deliveryId}.${seconds}.${body}`).digest("base64")}`,
  };
}
