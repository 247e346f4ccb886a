import type { Locales } from "./content-locales.js";
import type { ContentFields, ContentSchema } from "./content-schema.js";

/** Each is emitted by the operation of that name (rules/content 32). */
export const CONTENT_EVENTS = ["document.publish", "document.unpublish", "document.delete"] as const;
export type ContentEventKind = (typeof CONTENT_EVENTS)[number];

/** What a publish put in the place of what was published before; from it come `document` and `locales` of the event. */
export interface PublishedContent {
  /** The latest of the type. */
  schema: ContentSchema;
  locales: Locales;
  /** Null: nothing was published. */
  before: ContentFields | null;
  after: ContentFields;
  /** When the document was created, in milliseconds since the epoch. */
  createdAt: number;
}

interface Happened {
  projectId: string;
  documentId: string;
  /** Name of the type. */
  type: string;
}

export type ContentEvent =
  | (Happened & { kind: "document.publish"; publishedAt: number; content: PublishedContent })
  | (Happened & {
      kind: "document.unpublish" | "document.delete";
      /** The last publish; null for a document that never was (rules/webhooks 3). */
      publishedAt: number | null;
    });
