import type { FieldDefinition, ItemDefinition } from "../../../contracts/content-schema.js";

/** A place of a schema that names another type. */
export interface Target {
  type: string;
  /** The place of the name in the body: `fields[2].of.to[0]`. */
  path: string;
}

/** Returns every type to which the references of a schema may point. */
export function targetsOf(fields: readonly FieldDefinition[], path = "fields"): Target[] {
  return fields.flatMap((field, index) => targetsIn(field, `${path}[${index}]`));
}

function targetsIn(field: FieldDefinition | ItemDefinition, path: string): Target[] {
  switch (field.type) {
    case "reference":
      return field.to.map((type, index) => ({ type, path: `${path}.to[${index}]` }));
    case "object":
      return targetsOf(field.fields, `${path}.fields`);
    case "array":
      return targetsIn(field.of, `${path}.of`);
    default:
      return [];
  }
}
