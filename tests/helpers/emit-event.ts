import { randomUUID } from "node:crypto";
import type { ContentEvent, PublishedContent } from "../../contracts/content-events.js";
import { FIRST_LOCALES } from "../../contracts/content-locales.js";
import type { Host } from "../../runtime/process/host.js";
import { emitAll } from "../../services/webhooks/index.js";

/** Returns the published content of a document of the type `post`. */
export const publishedContent = (change: Partial<PublishedContent> = {}): PublishedContent => ({
  schema: {
    name: "post",
    title: "Post",
    fields: [
      { name: "title", title: "Title", type: "string" },
      { name: "body", title: "Body", type: "text", localized: true },
      { name: "cover", title: "Cover", type: "media" },
    ],
    titleField: "title",
  },
  locales: FIRST_LOCALES,
  before: null,
  after: { title: "Hello" },
  createdAt: 1_700_000_000_000,
  ...change,
});

export const publishEvent = (projectId: string, content: Partial<PublishedContent> = {}): ContentEvent => ({
  kind: "document.publish",
  projectId,
  documentId: randomUUID(),
  type: "post",
  publishedAt: Date.now(),
  content: publishedContent(content),
});

/** Emits events in a transaction, as an operation does. */
export const emitEvents = (host: Host, ...events: ContentEvent[]): Promise<void> =>
  host.transact((tx) => emitAll(host, tx, events));
