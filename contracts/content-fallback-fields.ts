import { flatten } from "./content-flatten.js";
import type { Reading } from "./content-locales.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "./content-schema.js";

const known = new WeakMap<ContentSchema, ContentSchema>();

/** The schema with its localized fields only, and the objects that they are in. */
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

/** `_fallbackFields` of a payload of which not everything is read, the same as `flatten` finds (rules/delivery 28). */
export const fallbackFieldsOf = (schema: ContentSchema, payload: ContentFields, reading: Reading): string[] =>
  flatten(localizedPart(schema), payload, reading).fallbackFields;
