import { parseInstant } from "../../../contracts/content-datetime.js";
import type { Locales } from "../../../contracts/content-locales.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import {
  type AnyDefinition,
  isEmptyValue,
  isPlainObject,
  localeValues,
  readShape,
  resolveLocale,
} from "../../../contracts/content-values.js";
import type {
  DocumentRow,
  IndexedRow,
  IndexedValue,
  IndexPlan,
} from "../../../engines/document-index/index.js";
import type { DecodedField, Decoding } from "./plan-index.js";

/** A document as one perspective sees it. */
export interface ContentRow extends DocumentRow {
  status: "draft" | "published" | "changed";
  /** Times in milliseconds since the epoch, as `_createdAt`, `_updatedAt` and `_publishedAt` give them. */
  createdAt: number;
  updatedAt: number;
  publishedAt: number | null;
}

/**
 * Decodes a row through the schema of the plan (rules/delivery 12). A payload that is no JSON object has no
 * fields.
 */
export function decode({ decoding }: IndexPlan<Decoding>, row: ContentRow): IndexedRow {
  const payload: unknown = JSON.parse(row.payload);
  const fields = isPlainObject(payload) ? payload : {};
  return {
    id: row.id,
    version: row.version,
    values: decoding.fields.map((field) => readField(field, row, fields, decoding.locales)),
  };
}

function readField(
  field: DecodedField,
  row: ContentRow,
  payload: ContentFields,
  locales: Locales,
): IndexedValue {
  const { definition } = field;
  if (definition === null) return readSystem(field.name, row);
  const value = payload[definition.name];
  if (field.locales !== null) {
    const values = localeValues(definition, value, locales);
    const own = field.locales.map((code) => resolveLocale(values, [code]));
    return field.isPresenceOnly ? own.map((one) => one !== null) : (own as (string | null)[]);
  }
  const shaped = readShape(definition, value);
  if (field.isPresenceOnly)
    return [definition.type === "array" ? hasItem(definition.of, shaped) : !isEmptyValue(shaped)];
  switch (field.kind) {
    case "number":
      return typeof shaped === "number" ? shaped + 0 : Number.NaN; // -0 becomes 0.
    case "instant":
      return typeof shaped === "string" ? (parseInstant(shaped) ?? Number.NaN) : Number.NaN;
    case "flag":
      return shaped as boolean | null;
    default:
      return [shaped as string | null];
  }
}

/** Returns true when a list has an item of its definition's shape; others are absent. */
const hasItem = (definition: AnyDefinition, items: unknown): boolean =>
  Array.isArray(items) && items.some((item) => readShape(definition, item) !== null);

function readSystem(name: string, row: ContentRow): IndexedValue {
  switch (name) {
    case "_createdAt":
      return row.createdAt;
    case "_updatedAt":
      return row.updatedAt;
    case "_publishedAt":
      return row.publishedAt ?? Number.NaN;
    default:
      return [row.status];
  }
}
