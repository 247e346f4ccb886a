import {
  getNamedType,
  GraphQLEnumType,
  type GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
  type GraphQLSchemaConfig,
  GraphQLString,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from "graphql";
import type { Locales } from "../../../../contracts/content-locales.js";
import { graphqlLocaleName } from "../../../../contracts/content-names.js";
import type { ContentSchema } from "../../../../contracts/content-schema.js";
import { ObjectTypes } from "./object-types.js";
import { type Fields, rootFields } from "./root-fields.js";
import { DOCUMENT, MEDIA_ASSET } from "./shared-types.js";

/**
 * Field of the root type of a project without content types: GraphQL requires a root type to have a field.
 */
const NOTHING: Fields = {
  _empty: { type: GraphQLString, description: "This project has no content types." },
};

/**
 * Makes the GraphQL schema of a project with these types and locales, without mutations (rules/delivery 31).
 * The function is pure.
 */
export function makeSchema(schemas: readonly ContentSchema[], locales: Locales): GraphQLSchema {
  const steps = schemaInSteps(schemas, locales);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return new GraphQLSchema(step.value);
  }
}

/** Makes the schema in steps of a few fields each: that of a large project would block the event loop. */
export function* schemaInSteps(
  schemas: readonly ContentSchema[],
  locales: Locales,
): Generator<void, GraphQLSchemaConfig> {
  const locale = localeEnum(locales);
  const types = new ObjectTypes(schemas, locale);
  const fields: Fields = {};
  for (const schema of schemas) {
    Object.assign(fields, rootFields(schema, types, locale));
    yield;
  }
  const query = new GraphQLObjectType({ name: "Query", fields: schemas.length > 0 ? fields : NOTHING });
  yield* makeFields(query);
  return {
    query,
    types: [DOCUMENT, MEDIA_ASSET, locale, ...schemas.map(({ name }) => types.documentType(name))],
  };
}

/**
 * Makes the fields of all types, which GraphQL makes when they are first asked for, so that the schema finds
 * them made.
 */
function* makeFields(root: GraphQLNamedType): Generator<void, void> {
  const seen = new Set<GraphQLNamedType>();
  const waiting = [root];
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (isUnionType(type)) waiting.push(...type.getTypes());
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields()))
        waiting.push(getNamedType(field.type), ...field.args.map((each) => getNamedType(each.type)));
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) waiting.push(getNamedType(field.type));
    yield;
  }
}

/**
 * Makes the enum of the project's locales, in upper case and with `_` for `-` (rules/delivery 41). Its values
 * are the codes.
 */
const localeEnum = ({ locales }: Locales): GraphQLEnumType =>
  new GraphQLEnumType({
    name: "Locale",
    values: Object.fromEntries(
      locales.map(({ code, title }) => [graphqlLocaleName(code), { value: code, description: title }]),
    ),
  });
