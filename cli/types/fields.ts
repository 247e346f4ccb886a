import type { FieldDefinition } from "../../contracts/content-schema.js";
import type { AnyDefinition, FieldAt } from "../../contracts/content-values.js";

/** What an array holds; any other field itself. */
export const itemOf = (field: FieldDefinition): AnyDefinition => (field.type === "array" ? field.of : field);

/** Every field of a schema, those in objects and lists of objects included. */
export function* allFields(fields: readonly FieldDefinition[], prefix = ""): Generator<FieldAt> {
  for (const field of fields) {
    const path = prefix + field.name;
    yield { path, field };
    const item = itemOf(field);
    if (item.type === "object") yield* allFields(item.fields, `${path}.`);
  }
}

/** The names of types that a field's references lead to; none: it is no reference. */
export function targetsOf(field: FieldDefinition): readonly string[] {
  const item = itemOf(field);
  return item.type === "reference" ? item.to : [];
}

/** Paths of references in a schema. */
export const referencesIn = (fields: readonly FieldDefinition[]): FieldAt[] =>
  [...allFields(fields)].filter(({ field }) => targetsOf(field).length > 0);
