import type { Locales } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { IndexedField, IndexPlan } from "../../../engines/document-index/index.js";
import { queryableFields } from "../query/parse-query.js";
import type { QueryableField } from "../query/parse-where.js";

/** A field of the index, and the definition by which its values are read. */
export type DecodedField = IndexedField & Pick<QueryableField, "definition">;

/** Data that the decoder of rows needs (decode-row.ts). */
export interface Decoding {
  locales: Locales;
  fields: readonly DecodedField[];
}

const DECODER = new URL("./decode-row.js", import.meta.url).href;

/**
 * Makes the plan for a type: every field that may be filtered or sorted by, in every locale of the project.
 */
export function planIndex(schema: ContentSchema, locales: Locales): IndexPlan<Decoding> {
  const codes = locales.locales.map(({ code }) => code);
  const slots = [...new Set([locales.defaultLocale, ...codes])];
  const fields = [...queryableFields(schema).values()]
    .filter(({ name }) => name !== "_id")
    .map((field): DecodedField => ({
      name: field.name,
      kind: field.kind,
      locales: field.isLocalized ? slots : null,
      isPresenceOnly: field.kind === "other",
      isPinned: field.definition === null,
      signature: signatureOf(field),
      definition: field.definition,
    }));
  const { defaultLocale } = locales;
  return { defaultLocale, locales: codes, fields, decoder: DECODER, decoding: { locales, fields } };
}

/** Returns the properties of a field that decide how its values are read. */
function signatureOf({ kind, isLocalized, definition }: QueryableField): string {
  const integer = definition?.type === "number" && definition.integer === true;
  const item = definition?.type === "array" ? definition.of : null;
  const isIntegerItem = item?.type === "number" && item.integer === true;
  return JSON.stringify([kind, isLocalized, definition?.type, integer, item?.type, isIntegerItem]);
}
