import type { ContentType, PayloadRow } from "../../content/index.js";
import type { DocumentText, MediaPlaceholder, ReferencePlaceholder } from "./document-text.js";

/** A file that the project has. */
export interface FileUrl {
  url: string;
  contentType: string;
}

/** The parts of documents that an answer has, and of the documents to which they refer. */
export interface Projection {
  /** The key of the projection: projections with the same key give the same text of the same document. */
  readonly key: string;
  /** Makes the JSON of a document with placeholders; null for a document that the projection leaves out. */
  make(row: PayloadRow, type: ContentType): DocumentText | null;
  /** Returns the projection of a reference's document, or undefined where the reference is not expanded. */
  follow(placeholder: ReferencePlaceholder): Projection | undefined;
  /** Returns media as JSON. `file` is undefined when the project does not have the file. */
  media(placeholder: MediaPlaceholder, file: FileUrl | undefined): string;
}

/** A document of an answer. */
export interface Placed {
  text: DocumentText;
  projection: Projection;
}
