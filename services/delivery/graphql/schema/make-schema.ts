import { GraphQLObjectType, GraphQLSchema, GraphQLString } from "graphql";
import type { Locales } from "../../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../../contracts/content-schema.js";
import { localeEnum } from "./locale-enum.js";
import { ObjectTypes } from "./object-types.js";
import { type Fields, rootFields } from "./root-fields.js";
import { DOCUMENT, MEDIA_ASSET } from "./shared-types.js";

/** A root type without a field is none: what a project without content types answers. */
const NOTHING: Fields = {
  _empty: { type: GraphQLString, description: "This project has no content types." },
};

/** The GraphQL schema of a project with these types and locales (spec: GraphQL). Pure; no mutations. */
export function makeSchema(schemas: readonly ContentSchema[], locales: Locales): GraphQLSchema {
  const locale = localeEnum(locales);
  const types = new ObjectTypes(schemas, locale);
  const fields = Object.assign({}, ...schemas.map((schema) => rootFields(schema, types, locale))) as Fields;
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: schemas.length > 0 ? fields : NOTHING }),
    types: [DOCUMENT, MEDIA_ASSET, locale, ...schemas.map(({ name }) => types.documentType(name))],
  });
}
