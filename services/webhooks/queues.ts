/** The area's queues of durable work; the subject is a delivery, of the sweep "webhooks". The payer is the webhook. */
export const SEND_QUEUE = "webhooks.send";
/** Deliveries of webhooks whose last attempt failed: receivers that hang keep each other waiting, and nobody else. */
export const RETRY_QUEUE = "webhooks.retry";
export const SWEEP_QUEUE = "webhooks.sweep";

/** Where the next attempt for a webhook waits. */
export const queueFor = ({ isTroubled }: { isTroubled: boolean }): string =>
  isTroubled ? RETRY_QUEUE : SEND_QUEUE;
