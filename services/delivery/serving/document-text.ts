import { randomUUID } from "node:crypto";
import { deliveryDocument } from "../../../contracts/content-delivery-document.js";
import { fallbackFieldsOf } from "../../../contracts/content-fallback-fields.js";
import { flatten } from "../../../contracts/content-flatten.js";
import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";
import type { PayloadRow } from "../../content/index.js";
import { SharedText } from "../../../engines/response-cache/index.js";
import type { ContentRead } from "../query/parse-query.js";

/** A place in a text where a reference's document is inserted. */
export interface ReferencePlaceholder {
  kind: "reference";
  /** The offset of the placeholder in the text's bytes. */
  at: number;
  /** The path of the field, by which the projection tells references apart. */
  path: string;
  documentId: string;
  /** The types of documents to which the reference may lead. */
  to: readonly string[];
}

/** A place in a text where a file's freshly signed URL is inserted. */
export interface MediaPlaceholder {
  kind: "media";
  at: number;
  path: string;
  storageId: string;
}

/** A part of a text that depends on other rows. */
export type Placeholder = ReferencePlaceholder | MediaPlaceholder;

/** A placeholder whose offset is not known yet. */
export type Unplaced = Omit<ReferencePlaceholder, "at"> | Omit<MediaPlaceholder, "at">;

/** A delivery document as JSON, with placeholders in it. */
export interface DocumentText {
  projectId: string;
  id: string;
  version: number;
  /** The name of the document's type. */
  type: string;
  text: SharedText;
  /** The placeholders in the order of their offsets. */
  placeholders: readonly Placeholder[];
  /** The number of values in the document, items of lists included; 0 where values are not counted. */
  size: number;
}

/** Joins the pieces of a document's JSON; between every two pieces is a placeholder. */
export function textOf(
  { projectId, id, version, type }: PayloadRow,
  {
    pieces,
    placeholders,
    size,
  }: { pieces: readonly string[]; placeholders: readonly Unplaced[]; size: number },
): DocumentText {
  let at = 0;
  const placed = placeholders.map((placeholder, number): Placeholder => {
    at += Buffer.byteLength(pieces[number] ?? "");
    return { ...placeholder, at };
  });
  return { projectId, id, version, type, text: new SharedText(pieces.join("")), placeholders: placed, size };
}

/** The mark of a placeholder. Nobody can write it into a document, because it never leaves the process. */
const MARK = `placeholder ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}(\\d+)"`);

interface TextRead extends Pick<ContentRead, "schema" | "reading" | "expand"> {
  /** The schema with the fields that are not selected: `_fallbackFields` is about every field. */
  wholeSchema: ContentSchema;
}

/**
 * Makes the text of a row through the schema (rules/delivery 12). Media and the references of the tree become
 * placeholders.
 */
export function makeText(row: PayloadRow, { schema, wholeSchema, reading, expand }: TextRead): DocumentText {
  const payload = JSON.parse(row.payload) as ContentFields;
  const flat = flatten(schema, payload, reading);
  if (schema !== wholeSchema) flat.fallbackFields = fallbackFieldsOf(wholeSchema, payload, reading);
  const found: Unplaced[] = [];
  const addPlaceholder = (placeholder: Unplaced): string => `${MARK}${found.push(placeholder) - 1}`;
  for (const { path, documentId, to, holder, key } of flat.references)
    if (expand.has(path))
      (holder as Record<string | number, unknown>)[key] = addPlaceholder({
        kind: "reference",
        path,
        documentId,
        to,
      });
  for (const media of flat.media) {
    const mark = addPlaceholder({ kind: "media", path: "", storageId: media.storageId });
    Object.assign(media, { toJSON: () => mark });
  }
  const text = JSON.stringify(deliveryDocument(row, reading.locale, flat));
  return textOf(row, { ...splitAtMarks(text, found), size: 0 });
}

function splitAtMarks(
  text: string,
  found: readonly Unplaced[],
): { pieces: string[]; placeholders: Unplaced[] } {
  if (found.length === 0) return { pieces: [text], placeholders: [] };
  const pieces: string[] = [];
  const placeholders: Unplaced[] = [];
  for (const [at, part] of text.split(MARKED).entries()) {
    if (at % 2 === 0) pieces.push(part);
    else placeholders.push(...found.slice(Number(part), Number(part) + 1));
  }
  return { pieces, placeholders };
}
