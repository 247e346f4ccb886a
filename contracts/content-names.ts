import type { ContentSchema, FieldDefinition, ItemDefinition } from "./content-schema.js";

/** Names of content types and of fields (rules/content 1). */
export const CONTENT_NAME = /^[a-z][A-Za-z0-9]{0,63}$/;

/** Field names that have a meaning in filters (rules/content 1). */
export const REFUSED_FIELD_NAMES: readonly string[] = ["and", "or", "not", "id"];

/** Names of GraphQL types that every project's schema has. */
const SHARED_TYPES: readonly string[] = [
  "Query",
  "Document",
  "MediaAsset",
  "Locale",
  "JSON",
  "String",
  "Int",
  "Float",
  "Boolean",
  "ID",
];

/**
 * Root operation types by their default names (GraphQL, section 3.3.1); a project's schema has only Query.
 */
const ROOT_TYPES: readonly string[] = ["Mutation", "Subscription"];

/** Endings and beginnings of the names that are generated beside a type. */
const GENERATED = /(Where|Sort|Filter)$|^All([A-Z]|$)/;

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Returns the GraphQL names of a content type and of what is generated for it (rules/delivery 41). */
export const graphqlNames = (type: string) => {
  const name = capitalized(type);
  return {
    type: name,
    where: `${name}Where`,
    sort: `${name}Sort`,
    list: `All${name}`,
    single: type,
    all: `all${name}`,
  };
};

/** Returns the content type that a root field lists: `article` for `allArticle`. */
export const graphqlListedType = (all: string): string => all.charAt(3).toLowerCase() + all.slice(4);

/**
 * Returns the GraphQL name of a nested object, of the objects in a list, or of the union of a reference with
 * several targets.
 */
export const graphqlNestedName = (parent: string, field: string): string => parent + capitalized(field);

/** Returns the GraphQL name of the filter of one field: `StringFilter`. */
export const graphqlFilterName = (of: string): string => `${capitalized(of)}Filter`;

/** Returns the name of a locale in the `Locale` enum: upper case, with `_` for the hyphen. */
export const graphqlLocaleName = (code: string): string => code.toUpperCase().replaceAll("-", "_");

/** A name in a project's GraphQL schema, with the field that it comes from. */
export interface GeneratedName {
  name: string;
  /** Path of the field in the schema; empty for the type's own names. */
  path: string;
}

/** Returns every name that a content type brings into the GraphQL schema of its project. */
export function generatedNames({ name, fields }: Pick<ContentSchema, "name" | "fields">): GeneratedName[] {
  const { type, where, sort, list } = graphqlNames(name);
  return [
    ...[type, where, sort, list].map((each) => ({ name: each, path: "" })),
    ...nestedNames(type, fields, ""),
  ];
}

function nestedNames(parent: string, fields: readonly FieldDefinition[], prefix: string): GeneratedName[] {
  return fields.flatMap((field) => {
    const path = prefix + field.name;
    const value: FieldDefinition | ItemDefinition = field.type === "array" ? field.of : field;
    const name = graphqlNestedName(parent, field.name);
    if (value.type === "reference") return value.to.length > 1 ? [{ name, path }] : [];
    return value.type === "object" ? [{ name, path }, ...nestedNames(name, value.fields, `${path}.`)] : [];
  });
}

/** Returns the reason why a new type cannot have a name; null when the name alone does not forbid it. */
export function refusedTypeName(name: string): string | null {
  const type = capitalized(name);
  if (SHARED_TYPES.includes(type)) return `must not be ${name}: GraphQL has a type ${type} of its own`;
  if (ROOT_TYPES.includes(type))
    return `must not be ${name}: GraphQL tools take a type ${type} for the project's ${name}s, and it has none`;
  if (GENERATED.test(type))
    return `must not be ${name}: names like ${type} are generated for GraphQL (*Where, *Sort, *Filter, All*)`;
  return null;
}

/**
 * Returns true when a generated name is taken by a type of every schema. `refusedTypeName` checks the names
 * of types themselves.
 */
export const isSharedName = (name: string): boolean => SHARED_TYPES.includes(name) || FILTERS.test(name);

/** Filter types, one for each kind of operand, under every name that a schema builder may give them. */
const FILTERS =
  /^(String|Text|Int|Float|Number|Boolean|Date|Datetime|DateTime|Id|ID|Json|JSON|Media|Reference|Exists|Status)Filter$/;
