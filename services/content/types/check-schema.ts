import { type ContentSchema, SCALAR_TYPES } from "../../../contracts/content-schema.js";
import { invalidParams } from "../../../contracts/errors.js";
import { targetsOf } from "./targets-of.js";
import { listOf } from "./unknown-type.js";

/**
 * Checks a schema's references to its own fields and to the other types of its project (rules/content 7); the
 * contract checks its shape. Throws `invalid_params` with the place: an invalid titleField, or a reference to
 * an unknown type.
 */
export function checkSchema(schema: ContentSchema, others: readonly { name: string }[]): void {
  const { name, fields, titleField } = schema;
  if (titleField !== undefined) requireTitleField(schema, titleField);
  const names = [...others.map((other) => other.name), name];
  for (const { type, path } of targetsOf(fields))
    if (!names.includes(type))
      throw invalidParams(`${path}: there is no content type ${JSON.stringify(type)}; ${listOf(names)}.`);
}

function requireTitleField({ fields }: ContentSchema, titleField: string): void {
  const titles = fields.filter(({ type }) => SCALAR_TYPES.some((scalar) => scalar === type));
  if (titles.some(({ name }) => name === titleField)) return;
  const choice =
    titles.length === 0 ? "it has none that can" : `these can: ${titles.map(({ name }) => name).join(", ")}`;
  const isThere = fields.some(({ name }) => name === titleField);
  throw invalidParams(
    isThere
      ? `titleField must name a field whose value is one text or number, not ${titleField}; ${choice}.`
      : `titleField must name a field of the type, not ${JSON.stringify(titleField)}; ${choice}.`,
  );
}
