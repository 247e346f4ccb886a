import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** The fields of a webhook that an attempt needs. */
export interface Receiving {
  url: string;
  isEnabled: boolean;
  isTroubled: boolean;
  sealedSecret: string;
}

/** The fields of a delivery that an attempt begins with. */
export type Sending = Pick<
  WebhookDelivery,
  "id" | "webhookId" | "projectId" | "event" | "status" | "nextAttemptAt"
> & {
  /** The body; null where it is long or has not been made yet. */
  shortBody: string | null;
  /** The size in bytes of the body, or of the payload that the body is made from. */
  bytes: number;
  /** The webhook of the delivery; null once it was deleted. */
  webhook: Receiving | null;
};

/** The length in bytes up to which a body is read together with its delivery. */
const SHORT_BYTES = 16 * 1024;

interface Row extends Omit<Sending, "webhook"> {
  url: string | null;
  isEnabled: number;
  isTroubled: number;
  sealedSecret: string;
}

/** Returns a delivery with its webhook, in one query. */
export async function findSending(read: Reader, id: string): Promise<Sending | null> {
  const [row] = await read.query<Row>(
    `SELECT d.id, d.webhookId, d.projectId, d.event, d.status, d.nextAttemptAt,
        CASE WHEN OCTET_LENGTH(d.body) <= ${SHORT_BYTES} THEN d.body END AS shortBody,
        COALESCE(OCTET_LENGTH(d.body), OCTET_LENGTH(d.payload), 0) AS bytes,
        w.url, w.isEnabled, w.isTroubled, w.sealedSecret
      FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhookId WHERE d.id = ?`,
    [id],
  );
  if (row === undefined) return null;
  const { url, isEnabled, isTroubled, sealedSecret, ...delivery } = row;
  const flags = { isEnabled: Number(isEnabled) === 1, isTroubled: Number(isTroubled) === 1 };
  return {
    ...delivery,
    // Database servers may return numbers as text.
    nextAttemptAt: delivery.nextAttemptAt === null ? null : Number(delivery.nextAttemptAt),
    bytes: Number(delivery.bytes),
    webhook: url === null ? null : { url, sealedSecret, ...flags },
  };
}

/** Returns a delivery's body and the payload that a body is made from; null where the delivery was deleted. */
export const findBody = (
  read: Reader,
  id: string,
): Promise<Pick<WebhookDelivery, "body" | "payload"> | null> => read.findOne(WebhookDelivery, { id });
