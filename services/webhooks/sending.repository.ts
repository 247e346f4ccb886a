import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** The webhook of a delivery, as an attempt needs it. */
export interface Receiving {
  url: string;
  isEnabled: boolean;
  isTroubled: boolean;
  sealedSecret: string;
}

/** A delivery as an attempt begins with it. */
export type Sending = Pick<
  WebhookDelivery,
  "id" | "webhookId" | "projectId" | "event" | "status" | "nextAttemptAt"
> & {
  /** Null where it is long, or has to be made first. */
  shortBody: string | null;
  /** Of its body, or of what that is made from. */
  bytes: number;
  /** Null: it was deleted. */
  webhook: Receiving | null;
};

/** A body up to this length comes with its delivery. */
const SHORT_BYTES = 16 * 1024;

interface Row extends Omit<Sending, "webhook"> {
  url: string | null;
  isEnabled: number;
  isTroubled: number;
  sealedSecret: string;
}

/** A delivery with its webhook. One query. */
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
    // Servers may give numbers as text.
    nextAttemptAt: delivery.nextAttemptAt === null ? null : Number(delivery.nextAttemptAt),
    bytes: Number(delivery.bytes),
    webhook: url === null ? null : { url, sealedSecret, ...flags },
  };
}

/** What a delivery sends, or what that is made from; null where it was deleted. */
export const findBody = (
  read: Reader,
  id: string,
): Promise<Pick<WebhookDelivery, "body" | "payload"> | null> => read.findOne(WebhookDelivery, { id });
