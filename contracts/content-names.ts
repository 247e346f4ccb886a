import type { ContentSchema, FieldDefinition, ItemDefinition } from "./content-schema.js";

/** Of content types and of fields (rules/content 1). */
export const CONTENT_NAME = /^[a-z][A-Za-z0-9]{0,63}$/;

/** Field names that filters have a meaning for (rules/content 1). */
export const REFUSED_FIELD_NAMES: readonly string[] = ["and", "or", "not", "id"];

/** GraphQL types that every project's schema has. */
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

/** Root operation types by their default names (GraphQL, section 3.3.1); ours have none but Query. */
const ROOT_TYPES: readonly string[] = ["Mutation", "Subscription"];

/** Endings and beginnings of what is generated beside a type. */
const GENERATED = /(Where|Sort|Filter)$|^All([A-Z]|$)/;

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** What a content type and what is generated for it are called in GraphQL (rules/delivery 41). */
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

/** The content type that a root field lists: `article` of `allArticle`. */
export const graphqlListedType = (all: string): string => all.charAt(3).toLowerCase() + all.slice(4);

/** Of a nested object, of the objects in a list, and of the union of a reference with several targets. */
export const graphqlNestedName = (parent: string, field: string): string => parent + capitalized(field);

/** What a filter of one field is called: `StringFilter`. */
export const graphqlFilterName = (of: string): string => `${capitalized(of)}Filter`;

/** Of a locale in the `Locale` enum: upper case, `_` for the hyphen. */
export const graphqlLocaleName = (code: string): string => code.toUpperCase().replaceAll("-", "_");

/** A name in a project's GraphQL schema, and where it comes from. */
export interface GeneratedName {
  name: string;
  /** Of the field in the schema; empty for the type's own names. */
  path: string;
}

/** Every name that a content type brings into the GraphQL schema of its project. */
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

/** Why a new type cannot have a name; null when it can, as far as the name alone tells. */
export function refusedTypeName(name: string): string | null {
  const type = capitalized(name);
  if (SHARED_TYPES.includes(type)) return `must not be ${name}: GraphQL has a type ${type} of its own`;
  if (ROOT_TYPES.includes(type))
    return `must not be ${name}: GraphQL tools take a type ${type} for the project's ${name}s, and it has none`;
  if (GENERATED.test(type))
    return `must not be ${name}: names like ${type} are generated for GraphQL (*Where, *Sort, *Filter, All*)`;
  return null;
}

/** Why a generated name cannot be; null when it can. Those of types themselves are `refusedTypeName`'s affair. */
export const isSharedName = (name: string): boolean => SHARED_TYPES.includes(name) || FILTERS.test(name);

/** One for each kind of operand, whatever the schema builder calls it. */
const FILTERS =
  /^(String|Text|Int|Float|Number|Boolean|Date|Datetime|DateTime|Id|ID|Json|JSON|Media|Reference|Exists|Status)Filter$/;
