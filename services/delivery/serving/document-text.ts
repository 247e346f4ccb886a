import { randomUUID } from "node:crypto";
import { deliveryDocument } from "../../../contracts/content-delivery-document.js";
import { fallbackFieldsOf } from "../../../contracts/content-fallback-fields.js";
import { flatten } from "../../../contracts/content-flatten.js";
import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";
import type { PayloadRow } from "../../content/index.js";
import { SharedText } from "../../../engines/response-cache/index.js";
import type { ContentRead } from "../query/parse-query.js";

/** A reference whose document is to be there. */
export interface ReferencePlaceholder {
  kind: "reference";
  /** Where it is in the text's bytes. */
  at: number;
  /** Tells the projection which one. */
  path: string;
  documentId: string;
  /** Types that it may lead to. */
  to: readonly string[];
}

/** A file whose URL is signed anew. */
export interface MediaPlaceholder {
  kind: "media";
  at: number;
  path: string;
  storageId: string;
}

/** What depends on other rows. */
export type Placeholder = ReferencePlaceholder | MediaPlaceholder;

/** A placeholder whose place is not known yet. */
export type Unplaced = Omit<ReferencePlaceholder, "at"> | Omit<MediaPlaceholder, "at">;

/** A delivery document as JSON, with placeholders in it. */
export interface DocumentText {
  projectId: string;
  id: string;
  version: number;
  /** Its type's name. */
  type: string;
  text: SharedText;
  /** In their order. */
  placeholders: readonly Placeholder[];
  /** How many values it has, items of lists included; 0 where they are not counted. */
  size: number;
}

/** Joins the pieces of a document's JSON; between each two of them is a placeholder. */
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

/** Nobody can write it into a document: it never leaves the process. */
const MARK = `placeholder ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}(\\d+)"`);

interface TextRead extends Pick<ContentRead, "schema" | "reading" | "expand"> {
  /** With the fields that are not selected: `_fallbackFields` is about every field. */
  wholeSchema: ContentSchema;
}

/** Reads a row through the schema (rules/delivery 12); references in the tree become placeholders, and so does media. */
export function makeText(row: PayloadRow, { schema, wholeSchema, reading, expand }: TextRead): DocumentText {
  const payload = JSON.parse(row.payload) as ContentFields;
  const flat = flatten(schema, payload, reading);
  if (schema !== wholeSchema) flat.fallbackFields = fallbackFieldsOf(wholeSchema, payload, reading);
  const found: Unplaced[] = [];
  const dig = (placeholder: Unplaced): string => `${MARK}${found.push(placeholder) - 1}`;
  for (const { path, documentId, to, holder, key } of flat.references)
    if (expand.has(path))
      (holder as Record<string | number, unknown>)[key] = dig({ kind: "reference", path, documentId, to });
  for (const media of flat.media) {
    const mark = dig({ kind: "media", path: "", storageId: media.storageId });
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
