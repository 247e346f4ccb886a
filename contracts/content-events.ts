import type { Locales } from "./content-locales.js";
import type { ContentFields, ContentSchema } from "./content-schema.js";

/** Kinds of content events, each emitted by the operation of its name (rules/content 32). */
export const CONTENT_EVENTS = ["document.publish", "document.unpublish", "document.delete"] as const;
export type ContentEventKind = (typeof CONTENT_EVENTS)[number];

/**
 * Content that a publish replaced and the content in its place; the event's `document` and `locales` are made
 * from it.
 */
export interface PublishedContent {
  /** Latest schema of the type. */
  schema: ContentSchema;
  locales: Locales;
  /** Content published before; null when nothing was. */
  before: ContentFields | null;
  after: ContentFields;
  /** Time at which the document was created, in milliseconds since the epoch. */
  createdAt: number;
}

interface Happened {
  projectId: string;
  documentId: string;
  /** Name of the content type. */
  type: string;
}

export type ContentEvent =
  | (Happened & { kind: "document.publish"; publishedAt: number; content: PublishedContent })
  | (Happened & {
      kind: "document.unpublish" | "document.delete";
      /** Time of the last publish; null for a document that was never published (rules/webhooks 3). */
      publishedAt: number | null;
    });
