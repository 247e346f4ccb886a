import type { ContentSchema, FieldDefinition } from "../../contracts/content-schema.js";
import { allFields, itemOf } from "./fields.js";
import { printComment, printLiteral, printProperty } from "./print.js";
import type { TypeNames } from "./type-names.js";
import { writeValue } from "./write-value.js";

/** The interfaces of a type: a document as it is published, in one locale, and the objects in it. */
export function writeDocument(schema: ContentSchema, { document, objects }: TypeNames): string {
  const { name, fields } = schema;
  const base = `SystemFields<${printLiteral(name)}, Locale>`;
  return [
    `${printComment("", schema)}export interface ${document} extends ${base} {\n${writeFields(fields, "", objects)}}\n`,
    ...[...allFields(fields)].flatMap(({ path, field }) => {
      const item = itemOf(field);
      if (item.type !== "object") return [];
      const inner = writeFields(item.fields, `${path}.`, objects);
      return [`export interface ${objects.get(path)} {\n${inner}}\n`];
    }),
  ].join("\n");
}

/** Publishing sees to it that required fields have a value; any other may be missing, and is never null. */
const writeFields = (
  fields: readonly FieldDefinition[],
  prefix: string,
  objects: TypeNames["objects"],
): string =>
  fields
    .map((field) => {
      const head = field.required === true ? field.name : `${field.name}?`;
      const value = writeValue(field, objects.get(prefix + field.name) ?? "unknown");
      return printComment("  ", field) + printProperty("  ", head, value);
    })
    .join("");
