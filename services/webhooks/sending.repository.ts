import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** The webhook of a delivery, as an attempt needs it. */
export interface Receiving {
  url: string;
  isEnabled: boolean;
  isTroubled: boolean;
  sealedSecret: string;
}

/** A delivery without what it sends. */
export type Sending = Pick<
  WebhookDelivery,
  "webhookId" | "projectId" | "event" | "status" | "nextAttemptAt" | "createdAt"
> & {
  /** Of its body, or of what that is made from. */
  bytes: number;
  /** Null: it was deleted. */
  webhook: Receiving | null;
};

interface Row extends Omit<Sending, "webhook"> {
  url: string | null;
  isEnabled: number;
  isTroubled: number;
  sealedSecret: string;
}

/** A delivery with its webhook, before it is known whether there is room for its body. */
export async function findSending(read: Reader, id: string): Promise<Sending | null> {
  const [row] = await read.query<Row>(
    `SELECT d.webhookId, d.projectId, d.event, d.status, d.nextAttemptAt, d.createdAt,
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
    nextAttemptAt: delivery.nextAttemptAt === null ? null : Number(delivery.nextAttemptAt),
    createdAt: Number(delivery.createdAt),
    bytes: Number(delivery.bytes),
    webhook: url === null ? null : { url, sealedSecret, ...flags },
  };
}

/** What a delivery sends, or what that is made from; null where it was deleted. */
export const findBody = (
  read: Reader,
  id: string,
): Promise<Pick<WebhookDelivery, "body" | "payload"> | null> => read.findOne(WebhookDelivery, { id });
