import { isPlainObject } from "../../contracts/content-empty.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "../../contracts/content-schema.js";
import { isLocalized } from "../../contracts/content-values.js";
import { valueAt } from "../content/index.js";

/** A localized field of a document, with what each locale says. */
export interface LocalizedValue {
  /** Dotted: `title`, `seo.description`. */
  path: string;
  field: FieldDefinition;
  byLocale: Readonly<Record<string, unknown>>;
}

/** Paths of the localized fields of a schema, those inside objects too (decisions 10). */
export function localizedFields(schema: ContentSchema): { path: string; field: FieldDefinition }[] {
  const walk = (
    fields: readonly FieldDefinition[],
    prefix: string,
  ): { path: string; field: FieldDefinition }[] =>
    fields.flatMap((field) => {
      const path = `${prefix}${field.name}`;
      if (field.type === "object") return walk(field.fields, `${path}.`);
      return isLocalized(field) ? [{ path, field }] : [];
    });
  return walk(schema.fields, "");
}

/** Media is chosen, and a value of a list is no text: neither is translated. */
export const isTranslated = (field: FieldDefinition): boolean =>
  field.type !== "media" && !(field.type === "string" && field.enum !== undefined);

/** Every localized field with its values. A bare value counts as the default locale's (spec: Locale settings). */
export function localizedValues(
  schema: ContentSchema,
  draft: ContentFields,
  defaultLocale: string,
): LocalizedValue[] {
  return localizedFields(schema).map(({ path, field }) => {
    const value = valueAt(draft, path);
    if (value === undefined || value === null) return { path, field, byLocale: {} };
    const isMap = isPlainObject(value) && !("storageId" in value);
    return { path, field, byLocale: isMap ? value : { [defaultLocale]: value } };
  });
}
