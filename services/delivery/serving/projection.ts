import type { ContentType, PayloadRow } from "../../content/index.js";
import type { DocumentText, MediaPlaceholder, ReferencePlaceholder } from "./document-text.js";

/** A file that the project has. */
export interface FileUrl {
  url: string;
  contentType: string;
}

/** What an answer has of documents, and of those that they lead to. */
export interface Projection {
  /** Two with the same key give the same text of the same document. */
  readonly key: string;
  /** A document as JSON with placeholders; null for one that the projection does not have. */
  make(row: PayloadRow, type: ContentType): DocumentText | null;
  /** What is read of a reference's document; nothing where it is not expanded. */
  follow(placeholder: ReferencePlaceholder): Projection | undefined;
  /** Media as JSON; without a file when the project does not have it. */
  media(placeholder: MediaPlaceholder, file: FileUrl | undefined): string;
}

/** A document of an answer. */
export interface Placed {
  text: DocumentText;
  projection: Projection;
}
