import type { ContentFields, ContentSchema, FieldDefinition } from "../../contracts/content-schema.js";
import { type FieldAt, isPlainObject, localizedFields } from "../../contracts/content-values.js";
import { valueAt } from "../content/index.js";

/** A localized field of a document, with its value in each locale. */
export interface LocalizedValue extends FieldAt {
  byLocale: Readonly<Record<string, unknown>>;
}

/**
 * Returns true for a field whose values are translated: media is chosen, and values of a fixed list are no
 * free text.
 */
export const isTranslated = (field: FieldDefinition): boolean =>
  field.type !== "media" && !(field.type === "string" && field.enum !== undefined);

/**
 * Returns every localized field with its values. A bare value counts as the default locale's (rules/content
 * 19).
 */
export function localizedValues(
  schema: ContentSchema,
  draft: ContentFields,
  defaultLocale: string,
): LocalizedValue[] {
  return localizedFields(schema.fields).map(({ path, field }) => {
    const value = valueAt(draft, path);
    if (value === undefined || value === null) return { path, field, byLocale: {} };
    const isMap = isPlainObject(value) && !("storageId" in value);
    return { path, field, byLocale: isMap ? value : { [defaultLocale]: value } };
  });
}
