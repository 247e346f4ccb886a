import type { ContentSchema, FieldDefinition } from "../../contracts/content-schema.js";
import { printLiteral, printUnion } from "./print.js";
import type { TypeNames } from "./type-names.js";

/** What a filter may say of a field (rules/delivery 18). */
function filterOf(field: FieldDefinition): string {
  switch (field.type) {
    case "string":
      return field.enum ? `TextFilter<${printUnion(field.enum.map(printLiteral))}>` : "TextFilter";
    case "text":
      return "TextFilter";
    case "number":
      return "NumberFilter";
    case "datetime":
      return "InstantFilter";
    case "boolean":
      return "FlagFilter";
    default:
      return "ExistsFilter";
  }
}

/** Every object seems to have these, so that one that leaves such a field out would not fit. */
const isFilterable = ({ name }: FieldDefinition): boolean => !(name in Object.prototype);

/** The filter of a type: of its top-level fields. */
export function writeWhere({ fields }: ContentSchema, { where }: TypeNames): string {
  const lines = fields.filter(isFilterable).map((field) => `  ${field.name}?: ${filterOf(field)};\n`);
  return `export interface ${where} extends Filter<${where}> {${lines.length > 0 ? "\n" : ""}${lines.join("")}}\n`;
}
