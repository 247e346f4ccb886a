import type { ContentFields, ContentSchema, FieldDefinition } from "../../contracts/content-schema.js";

export type LocalizedField = Extract<FieldDefinition, { localized?: boolean }>;

/** A localized field of a document, with what each locale says. */
export interface LocalizedValue {
  /** Dotted: `title`, `seo.description`. */
  path: string;
  field: LocalizedField;
  byLocale: Readonly<Record<string, unknown>>;
}

const isLocalized = (field: FieldDefinition): field is LocalizedField =>
  "localized" in field && field.localized === true;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Paths of the localized fields of a schema, those inside objects too (decisions 10). */
export function localizedFields(schema: ContentSchema): { path: string; field: LocalizedField }[] {
  const walk = (
    fields: readonly FieldDefinition[],
    prefix: string,
  ): { path: string; field: LocalizedField }[] =>
    fields.flatMap((field) => {
      const path = `${prefix}${field.name}`;
      if (field.type === "object") return walk(field.fields, `${path}.`);
      return isLocalized(field) ? [{ path, field }] : [];
    });
  return walk(schema.fields, "");
}

/** What stands at a dotted path, or undefined. */
export function valueAt(fields: ContentFields, path: string): unknown {
  let value: unknown = fields;
  for (const name of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Every localized field with its values. A bare value counts as the default locale's (spec: Locale settings). */
export function localizedValues(
  schema: ContentSchema,
  draft: ContentFields,
  defaultLocale: string,
): LocalizedValue[] {
  return localizedFields(schema).map(({ path, field }) => {
    const value = valueAt(draft, path);
    if (value === undefined || value === null) return { path, field, byLocale: {} };
    const isMap = isObject(value) && !("storageId" in value);
    return { path, field, byLocale: isMap ? value : { [defaultLocale]: value } };
  });
}
