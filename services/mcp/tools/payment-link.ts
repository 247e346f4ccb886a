/**
 * Annotations of a tool that makes a payment link: each call makes one more, on a page outside of this
 * service.
 */
export const PAYMENT_LINK = {
  readOnly: false,
  destructive: false,
  idempotent: false,
  openWorld: true,
} as const;
