import type { Locales } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { type QueryableField, queryableFields } from "../query/queryable-fields.js";

/** A field and what of it the index keeps. */
export interface IndexedField extends QueryableField {
  /** One slot for each locale, or a single one for a field that is not localized. */
  locales: readonly string[] | null;
  /** Only whether it is there: its texts are too long to lie in memory unasked. */
  isPresenceOnly: boolean;
}

/** What an index of a type holds. Another plan means another index. */
export interface IndexPlan {
  locales: Locales;
  fields: readonly IndexedField[];
}

/** The plan for a type: every field that may be filtered or sorted by, in every locale of the project. */
export function planIndex(
  schema: ContentSchema,
  locales: Locales,
  presenceOnly: ReadonlySet<string> = new Set(),
): IndexPlan {
  const codes = [...new Set([locales.defaultLocale, ...locales.locales.map(({ code }) => code)])];
  const fields = [...queryableFields(schema).values()]
    .filter(({ name }) => name !== "_id")
    .map((field) => ({
      ...field,
      locales: field.isLocalized ? codes : null,
      isPresenceOnly: field.kind === "other" || presenceOnly.has(field.name),
    }));
  return { locales, fields };
}

/** The slots that a chain reads, in order. */
export const slotsAlong = (field: IndexedField, chain: readonly string[]): number[] =>
  field.locales === null
    ? [0]
    : chain.map((code) => field.locales?.indexOf(code) ?? -1).filter((slot) => slot >= 0);

/** What of a field decides how values are read. */
function shapeOf({ name, kind, locales, definition }: IndexedField): string {
  const integer = definition?.type === "number" && definition.integer === true;
  const item = definition?.type === "array" ? definition.of : null;
  return JSON.stringify([
    name,
    kind,
    locales !== null,
    definition?.type,
    integer,
    item?.type,
    item?.type === "number" && item.integer === true,
  ]);
}

/**
 * Whether an index of one plan serves queries over the other: same fields, no further locale, and bare values are of
 * the same locale. Fallbacks do not matter, they are followed by each query.
 */
export function readsAlike(held: IndexPlan, wanted: IndexPlan): boolean {
  const shapes = new Set(held.fields.map(shapeOf));
  const codes = new Set(held.locales.locales.map(({ code }) => code));
  return (
    held.locales.defaultLocale === wanted.locales.defaultLocale &&
    wanted.locales.locales.every(({ code }) => codes.has(code)) &&
    held.fields.length === wanted.fields.length &&
    wanted.fields.every((field) => shapes.has(shapeOf(field)))
  );
}
