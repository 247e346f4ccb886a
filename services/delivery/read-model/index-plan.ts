import type { Locales } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { fieldsOf } from "../query/condition.js";
import { type QueryableField, queryableFields } from "../query/queryable-fields.js";
import type { IndexQuery } from "./query-engine.js";

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

const shapes = new WeakMap<IndexPlan, ReadonlyMap<string, string>>();

function shapesOf(plan: IndexPlan): ReadonlyMap<string, string> {
  const known = shapes.get(plan);
  if (known !== undefined) return known;
  const made = new Map(plan.fields.map((field) => [field.name, shapeOf(field)]));
  shapes.set(plan, made);
  return made;
}

/**
 * Whether an index of one plan answers a query like one of the other would: the fields that it is about are read the
 * same, in locales that are there. Fallbacks do not matter, each query brings its own.
 */
export function readsAlike(held: IndexPlan, wanted: IndexPlan, { where, sort, chain }: IndexQuery): boolean {
  if (held === wanted) return true;
  const names = [...fieldsOf(where), ...sort.map(({ field }) => field)];
  if (!names.every((name) => shapesOf(held).get(name) === shapesOf(wanted).get(name))) return false;
  const isLocalized = wanted.fields.some(({ name, locales }) => locales !== null && names.includes(name));
  return !isLocalized || (held.locales.defaultLocale === wanted.locales.defaultLocale && hasAll(held, chain));
}

const hasAll = ({ locales: { locales } }: IndexPlan, chain: readonly string[]): boolean =>
  chain.every((wanted) => locales.some(({ code }) => code === wanted));
