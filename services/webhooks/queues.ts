/** The area's queues of durable work. The subject is a delivery and the payer its webhook. */
export const SEND_QUEUE = "webhooks.send";
/** Deliveries of webhooks whose last attempt failed or took long, so that such receivers delay only each other. */
export const RETRY_QUEUE = "webhooks.retry";
/** The subject is a deleted webhook. */
export const FORGET_QUEUE = "webhooks.forget";
/** The one subject is "webhooks". */
export const SWEEP_QUEUE = "webhooks.sweep";

/** The queue of the next attempt for a webhook. */
export const queueFor = ({ isTroubled }: { isTroubled: boolean }): string =>
  isTroubled ? RETRY_QUEUE : SEND_QUEUE;
