import { generatedNames, isSharedName } from "../../../contracts/content-names.js";
import { type ContentSchema, SCALAR_TYPES } from "../../../contracts/content-schema.js";
import { invalidParams } from "../../../contracts/errors.js";
import { targetsOf } from "./targets-of.js";
import { listOf } from "./unknown-type.js";

/** The rest of a project's types. */
type Others = readonly Pick<ContentSchema, "name" | "fields">[];

/**
 * Checks a schema's references to its own fields and to other types (rules/content 7); its shape is checked by the
 * contract. Throws `invalid_params` with the place: an invalid titleField, a reference to an unknown type.
 */
export function checkSchema(schema: ContentSchema, others: Others): void {
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

/**
 * Refuses name collisions in GraphQL (rules/content 1): a nested object whose generated name is already taken, in this
 * type or another one of the project. Throws `invalid_params`.
 */
export function checkNames(schema: ContentSchema, others: Others): void {
  const taken = new Map<string, string>();
  for (const other of others)
    for (const { name, path } of generatedNames(other)) taken.set(name, placeOf(other.name, path));
  for (const { name, path } of generatedNames(schema)) {
    const at = path === "" ? "name" : `The field ${path}`;
    const holder = taken.get(name);
    if (holder !== undefined)
      throw invalidParams(`${at} would be ${name} in GraphQL, as ${holder} is; choose another name.`);
    if (path !== "" && isSharedName(name))
      throw invalidParams(
        `${at} would be ${name} in GraphQL, which has that name already; choose another name.`,
      );
    taken.set(name, placeOf(schema.name, path));
  }
}

const placeOf = (type: string, path: string): string =>
  path === "" ? `what is generated for the type ${type}` : `the field ${path} of the type ${type}`;
