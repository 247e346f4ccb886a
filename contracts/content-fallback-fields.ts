import { flatten } from "./content-flatten.js";
import type { Reading } from "./content-locales.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "./content-schema.js";

const known = new WeakMap<ContentSchema, ContentSchema>();

/** Returns the schema with only its localized fields and the objects that hold them. */
function localizedPart(schema: ContentSchema): ContentSchema {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const made = { ...schema, fields: localizedIn(schema.fields) };
  known.set(schema, made);
  return made;
}

const localizedIn = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.flatMap((field) => {
    if (field.localized === true) return [field];
    const inner = field.type === "object" ? localizedIn(field.fields) : [];
    return inner.length > 0 ? [{ ...field, fields: inner } as FieldDefinition] : [];
  });

/**
 * Returns `_fallbackFields` of a payload whose other values are not read: the same paths as `flatten` finds
 * (rules/delivery 28).
 */
export const fallbackFieldsOf = (schema: ContentSchema, payload: ContentFields, reading: Reading): string[] =>
  flatten(localizedPart(schema), payload, reading).fallbackFields;
