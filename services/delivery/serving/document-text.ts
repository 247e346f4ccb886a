import { randomUUID } from "node:crypto";
import { deliveryDocument } from "../../../contracts/content-delivery-document.js";
import { flatten } from "../../../contracts/content-flatten.js";
import type { Reading } from "../../../contracts/content-reading.js";
import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";
import type { PayloadRow } from "../../content/index.js";
import type { ExpandTree } from "../query/parse-expand.js";

/** A reference whose document is to be there. */
export interface ReferenceHole {
  kind: "reference";
  /** Tells the projection which one. */
  path: string;
  documentId: string;
}

/** A file whose URL is signed anew. */
export interface MediaHole {
  kind: "media";
  path: string;
  storageId: string;
}

/** What depends on other rows. */
export type Hole = ReferenceHole | MediaHole;

/** A delivery document as JSON, in pieces with a hole between each two. */
export interface DocumentText {
  projectId: string;
  id: string;
  version: number;
  /** Its type's name. */
  type: string;
  pieces: readonly string[];
  holes: readonly Hole[];
  /** How many values it has, items of lists counted; 0 where nobody counts them. */
  size: number;
}

/** Nobody can write it into a document: it never leaves the process. */
const MARK = `hole ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}(\\d+)"`);

/** Reads a row through the schema (spec: Delivery document); references in the tree become holes, and so does media. */
export function makeText(
  row: PayloadRow,
  { schema, reading, expand }: { schema: ContentSchema; reading: Reading; expand: ExpandTree },
): DocumentText {
  const flat = flatten(schema, JSON.parse(row.payload) as ContentFields, reading);
  const found: Hole[] = [];
  const dig = (hole: Hole): string => `${MARK}${found.push(hole) - 1}`;
  for (const { path, documentId, holder, key } of flat.references)
    if (expand.has(path))
      (holder as Record<string | number, unknown>)[key] = dig({ kind: "reference", path, documentId });
  for (const media of flat.media) {
    const mark = dig({ kind: "media", path: "", storageId: media.storageId });
    Object.assign(media, { toJSON: () => mark });
  }
  const text = JSON.stringify(deliveryDocument(row, reading.locale, flat));
  const { projectId, id, version, type } = row;
  const [pieces, holes] = found.length === 0 ? [[text], []] : splitAtMarks(text, found);
  return { projectId, id, version, type, pieces, holes, size: 0 };
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
