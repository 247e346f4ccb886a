import type { ContentEvent } from "../../contracts/content-events.js";
import type { DeliveryPayload } from "../../entities/webhook-delivery.js";

/** What an event's body is made from (spec: Events 3). */
export function makePayload({
  kind,
  projectId,
  documentId,
  type,
  publishedAt,
}: ContentEvent): DeliveryPayload {
  return {
    envelope: {
      event: kind,
      projectId,
      documentId,
      type,
      publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
    },
    media: [],
  };
}
