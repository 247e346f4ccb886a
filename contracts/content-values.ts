import { parseInstant } from "./content-datetime.js";
import type { Locales } from "./content-locales.js";
import type { FieldDefinition, ItemDefinition } from "./content-schema.js";

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns true for a block of portable text that holds text of its own; every other block is an object. */
const isTextBlock = (block: Record<string, unknown>): boolean => block["_type"] === "block";

/**
 * Returns true for a child of a text block with content: a span that is not blank, or an object between the
 * spans.
 */
const isContent = (child: unknown): boolean =>
  isPlainObject(child) && (typeof child["text"] !== "string" || child["text"].trim() !== "");

const isBlankBlock = (item: unknown): boolean =>
  isPlainObject(item) &&
  isTextBlock(item) &&
  !(Array.isArray(item["children"]) && item["children"].some(isContent));

/**
 * Returns true for a value that counts as empty in fallbacks and `exists` (rules/delivery 30): absent, null,
 * '', [], or portable text without text or object block. `false` and 0 are never empty. Lists of other fields
 * have no text blocks, so that one rule serves every field.
 */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return Array.isArray(value) && value.every(isBlankBlock);
}

export type AnyDefinition = FieldDefinition | ItemDefinition;

export interface FieldAt {
  /** Dotted field names without indexes: `title`, `seo.description`. */
  path: string;
  field: FieldDefinition;
}

/**
 * Returns the localized fields of a schema, including those inside objects (rules/content 6); none stands
 * inside an array.
 */
export const localizedFields = (fields: readonly FieldDefinition[], prefix = ""): FieldAt[] =>
  fields.flatMap((field) => {
    const path = prefix + field.name;
    if (field.type === "object") return localizedFields(field.fields, `${path}.`);
    return field.localized === true ? [{ path, field }] : [];
  });

/**
 * Returns a value as the schema reads it, null when it has another shape (rules/delivery 12: such a value
 * reads as absent). Options that only constrain, like `maxLength` and `enum`, do not decide: a draft may
 * break them. The inside of objects and arrays is not read; media and references lose keys that they do not
 * define.
 */
export function readShape(definition: AnyDefinition, value: unknown): unknown {
  switch (definition.type) {
    case "string":
    case "text":
      return typeof value === "string" ? value : null;
    case "number":
      return typeof value === "number" && Number.isFinite(value) && isOfKind(value, definition.integer)
        ? value
        : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "datetime":
      return typeof value === "string" && parseInstant(value) !== null ? value : null;
    case "portableText":
      return Array.isArray(value) && value.every(isBlock) ? value : null;
    case "media":
      return isPlainObject(value) && typeof value["storageId"] === "string"
        ? { storageId: value["storageId"] }
        : null;
    case "reference":
      return isPlainObject(value) && typeof value["documentId"] === "string"
        ? { documentId: value["documentId"] }
        : null;
    case "object":
      return isPlainObject(value) ? value : null;
    case "array":
      return Array.isArray(value) ? value : null;
  }
}

const isOfKind = (value: number, integer: boolean | undefined): boolean =>
  integer !== true || Number.isInteger(value);

const isBlock = (value: unknown): boolean => isPlainObject(value) && typeof value["_type"] === "string";

/**
 * Returns the values of a localized field by locale code, only for locales of the project and only values of
 * the field's shape. A bare value is the default locale's; an object is a map by locale unless it is media
 * (rules/content 19).
 */
export function localeValues(
  definition: AnyDefinition,
  value: unknown,
  { defaultLocale, locales }: Locales,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (!isPlainObject(value) || "storageId" in value) {
    const bare = readShape(definition, value);
    if (bare !== null) values[defaultLocale] = bare;
    return values;
  }
  for (const { code } of locales) {
    const own = Object.hasOwn(value, code) ? readShape(definition, value[code]) : null;
    if (own !== null) values[code] = own;
  }
  return values;
}

/** Returns the first value along the chain that is not empty, null when there is none. */
export function resolveLocale(values: Record<string, unknown>, chain: readonly string[]): unknown {
  for (const code of chain) {
    // A locale may be called `valueOf`.
    const value = Object.hasOwn(values, code) ? values[code] : null;
    if (!isEmptyValue(value)) return value;
  }
  return null;
}
