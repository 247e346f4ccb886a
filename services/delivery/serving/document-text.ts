import { randomUUID } from "node:crypto";
import { deliveryDocument } from "../../../contracts/content-delivery-document.js";
import { fallbackFieldsOf } from "../../../contracts/content-fallback-fields.js";
import { flatten } from "../../../contracts/content-flatten.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import type { PayloadRow } from "../../content/index.js";
import type { ContentRead } from "../query/parse-query.js";

/** What depends on other rows: a reference that is to be expanded, a file whose URL is signed anew. */
export type Hole =
  | { kind: "reference"; path: string; documentId: string; to: readonly string[] }
  | { kind: "media"; storageId: string };

/** A delivery document as JSON, in pieces with a hole between each two. */
export interface DocumentText {
  projectId: string;
  id: string;
  version: number;
  /** Its type's name. */
  type: string;
  pieces: readonly string[];
  holes: readonly Hole[];
}

/** Nobody can write it into a document: it never leaves the process. */
const MARK = `hole ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}(\\d+)"`);

type TextRead = Pick<ContentRead, "schema" | "wholeSchema" | "reading" | "expand">;

/** Reads a row through the schema (spec: Delivery document); references in the tree become holes, and so does media. */
export function makeText(row: PayloadRow, { schema, wholeSchema, reading, expand }: TextRead): DocumentText {
  const payload = JSON.parse(row.payload) as ContentFields;
  const flat = flatten(schema, payload, reading);
  if (schema !== wholeSchema) flat.fallbackFields = fallbackFieldsOf(wholeSchema, payload, reading);
  const found: Hole[] = [];
  const dig = (hole: Hole): string => `${MARK}${found.push(hole) - 1}`;
  for (const { path, documentId, to, holder, key } of flat.references)
    if (expand.has(path))
      (holder as Record<string | number, unknown>)[key] = dig({ kind: "reference", path, documentId, to });
  for (const media of flat.media) {
    const mark = dig({ kind: "media", storageId: media.storageId });
    Object.assign(media, { toJSON: () => mark });
  }
  const text = JSON.stringify(deliveryDocument(row, reading.locale, flat));
  const { projectId, id, version, type } = row;
  const [pieces, holes] = found.length === 0 ? [[text], []] : splitAtMarks(text, found);
  return { projectId, id, version, type, pieces, holes };
}

function splitAtMarks(text: string, found: readonly Hole[]): [pieces: string[], holes: Hole[]] {
  const pieces: string[] = [];
  const holes: Hole[] = [];
  for (const [at, part] of text.split(MARKED).entries()) {
    if (at % 2 === 0) pieces.push(part);
    else holes.push(...found.slice(Number(part), Number(part) + 1));
  }
  return [pieces, holes];
}

/** Bytes of its pieces. */
export const lengthOf = ({ pieces }: DocumentText): number =>
  pieces.reduce((length, piece) => length + Buffer.byteLength(piece), 0);
