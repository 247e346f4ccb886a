/**
 * The queue of first attempts. Its subject is a delivery, and its payer the webhook in the group of the project's
 * owner.
 */
export const SEND_QUEUE = "webhooks.send";
/**
 * The queue of deliveries whose webhook's last attempt failed or took long, so that such receivers delay only each
 * other.
 */
export const RETRY_QUEUE = "webhooks.retry";
/** The queue that removes the deliveries of deleted webhooks; its subject is the webhook. */
export const FORGET_QUEUE = "webhooks.forget";
/** The queue that shortens the logs; its only subject is "webhooks". */
export const SWEEP_QUEUE = "webhooks.sweep";

/** Returns the queue for the next attempt of a webhook. */
export const queueFor = ({ isTroubled }: { isTroubled: boolean }): string =>
  isTroubled ? RETRY_QUEUE : SEND_QUEUE;

/**
 * The number of digits cut from the time in a webhook's id, so that owner and webhook fit the column; the rest is
 * still unique.
 */
const CUT = 5;

/** Returns the payer of a webhook's deliveries: the webhook, grouped under the project's owner. */
export const payerOf = ({ id, ownerId }: { id: string; ownerId: string }): string =>
  `${ownerId}/${id.replaceAll("-", "").slice(CUT)}`;

/** Returns the owner in a payer. A task that was queued by a release without owners has the webhook alone. */
export const ownerIn = (payer: string): string => payer.split("/", 1)[0] ?? payer;
