/** The area's queues of durable work. The subject is a delivery and the payer its webhook, in the group of its project's owner. */
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

/** The time of a webhook's id is cut, so that both have room in the column; the rest of it still names one webhook. */
const CUT = 5;

/** Who pays for deliveries: the webhook, among those of the project's owner. */
export const payerOf = ({ id, ownerId }: { id: string; ownerId: string }): string =>
  `${ownerId}/${id.replaceAll("-", "").slice(CUT)}`;

/** The owner, or the webhook alone where the task was queued before owners were named. */
export const ownerIn = (payer: string): string => payer.split("/", 1)[0] ?? payer;
