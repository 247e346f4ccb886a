import type { ContentEvent } from "../../contracts/content-events.js";
import { deliveryDocument } from "../../contracts/content-delivery-document.js";
import { type FlatMedia, flatten } from "../../contracts/content-flatten.js";
import type { DeliveryPayload } from "../../entities/webhook-delivery.js";
import { changedLocales } from "./changed-locales.js";
import { isTooLarge } from "./document-limit.js";

type Published = Extract<ContentEvent, { kind: "document.publish" }>;

/**
 * Returns the payload that an event's body is made from (rules/webhooks 3). Media URLs are signed later, before
 * the first attempt.
 */
export function makePayload(event: ContentEvent): DeliveryPayload {
  const { kind, projectId, documentId, type, publishedAt } = event;
  const facts = {
    event: kind,
    projectId,
    documentId,
    type,
    publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
  };
  if (event.kind !== "document.publish") return { envelope: facts, media: [] };
  const { document, media } = readDocument(event);
  const locales = changedLocales(event.content);
  // A document that is already too large without URLs is not stored.
  return isTooLarge(JSON.stringify(document))
    ? { envelope: { ...facts, locales }, media: [] }
    : { envelope: { ...facts, document, locales }, media };
}

/** Returns the published document as the delivery API returns it with `locale=*`, and the paths of its media. */
function readDocument({ documentId, type, publishedAt, content }: Published): {
  document: object;
  media: DeliveryPayload["media"];
} {
  const { schema, locales, after, createdAt } = content;
  const flat = flatten(schema, after, { locale: null, chain: [], locales });
  const document = deliveryDocument(
    { id: documentId, type, status: "published", createdAt, updatedAt: publishedAt, publishedAt },
    null,
    flat,
  );
  return { document, media: placesOf(document, new Set(flat.media)) };
}

/** Returns the paths at which the given media stand in a document. */
function placesOf(document: object, media: ReadonlySet<FlatMedia>): DeliveryPayload["media"] {
  const places: DeliveryPayload["media"] = [];
  if (media.size > 0) walk(document, []);
  return places;

  function walk(value: unknown, path: (string | number)[]): void {
    if (typeof value !== "object" || value === null) return;
    const known = value as FlatMedia;
    if (media.has(known)) places.push({ storageId: known.storageId, path });
    else if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, index]);
    else for (const [key, item] of Object.entries(value)) walk(item, [...path, key]);
  }
}
