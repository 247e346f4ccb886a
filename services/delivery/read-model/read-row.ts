import { parseInstant } from "../../../contracts/content-datetime.js";
import { isEmptyValue, isPlainObject } from "../../../contracts/content-empty.js";
import type { Locales } from "../../../contracts/content-locales.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import {
  type AnyDefinition,
  localeValues,
  readShape,
  resolveLocale,
} from "../../../contracts/content-values.js";
import type { IndexedField, IndexPlan } from "./index-plan.js";
import type { DocumentRow } from "./query-engine.js";

/** A value for a column: NaN or null is absent. Texts and presences come slot by slot. */
export type IndexedValue = number | boolean | null | readonly (string | null)[] | readonly boolean[];

/** A document as the columns take it. */
export interface IndexedRow {
  id: string;
  version: number;
  /** In the order of the plan's fields. */
  values: readonly IndexedValue[];
}

/** Reads a row through the schema of the plan (decisions 11). A payload that is no JSON object has no fields. */
export function readRow(plan: IndexPlan, row: DocumentRow): IndexedRow {
  const payload: unknown = JSON.parse(row.payload);
  const fields = isPlainObject(payload) ? payload : {};
  return {
    id: row.id,
    version: row.version,
    values: plan.fields.map((field) => readField(field, row, fields, plan.locales)),
  };
}

function readField(
  field: IndexedField,
  row: DocumentRow,
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
      return typeof shaped === "number" ? shaped + 0 : Number.NaN; // -0 is 0
    case "instant":
      return typeof shaped === "string" ? (parseInstant(shaped) ?? Number.NaN) : Number.NaN;
    case "flag":
      return shaped as boolean | null;
    default:
      return [shaped as string | null];
  }
}

/** Items of another shape are absent. */
const hasItem = (definition: AnyDefinition, items: unknown): boolean =>
  Array.isArray(items) && items.some((item) => readShape(definition, item) !== null);

function readSystem(name: string, row: DocumentRow): IndexedValue {
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
